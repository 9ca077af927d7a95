package dev.tidemark.shell.evidence;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TreePathTest {
    private static final TreePath HERE = TreePath.of("checkpoint", "offsets");

    @Test
    void goesDownUpAndBackToTheRoot() {
        assertThat(HERE.resolve("5")).hasToString("/checkpoint/offsets/5");
        assertThat(HERE.resolve("../commits/./5/")).hasToString("/checkpoint/commits/5");
        assertThat(HERE.resolve("/table")).hasToString("/table");
        assertThat(HERE.resolve("")).isEqualTo(HERE);
    }

    @Test
    void staysAtTheRootWhateverIsTyped() {
        assertThat(HERE.resolve("../../../../etc/passwd")).hasToString("/etc/passwd");
        assertThat(TreePath.ROOT.resolve("..")).isEqualTo(TreePath.ROOT);
    }

    @Test
    void knowsWhatLiesBelow() {
        assertThat(HERE.child("5").isBelow(HERE)).isTrue();
        assertThat(HERE.isBelow(HERE)).isTrue();
        assertThat(TreePath.of("checkpoint2").isBelow(TreePath.of("checkpoint")))
                .isFalse();
    }
}
