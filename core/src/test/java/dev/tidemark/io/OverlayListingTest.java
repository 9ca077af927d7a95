package dev.tidemark.io;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Listings of an overlay, which asks its base once. */
class OverlayListingTest {
    private static final StoragePath LOG = new StoragePath("offsets");

    private final MemoryStorage base =
            new MemoryStorage().with("offsets/0", "a").with("offsets/1", "b");
    private final OverlayStorage overlay = OverlayStorage.over(base);

    private List<String> names() throws IOException {
        List<String> names = new ArrayList<>();
        overlay.forEachEntry(LOG, entry -> names.add(entry.name()));
        names.sort(null);
        return names;
    }

    @Test
    void listsWhatWasWrittenAndNotWhatWasDeletedSinceItsBaseWasListed() throws IOException {
        assertThat(names()).containsExactly("0", "1");

        overlay.delete(LOG.child("0"));
        overlay.write(LOG.child("2"), new byte[1]);

        assertThat(names()).containsExactly("1", "2");
    }

    @Test
    void listsAFileAgainThatIsWrittenAfterItsDeletion() throws IOException {
        names();
        overlay.delete(LOG.child("0"));

        overlay.write(LOG.child("0"), new byte[1]);

        assertThat(names()).containsExactly("0", "1");
    }

    @Test
    void seesTheBaseAgainWhenAFileIsTakenBack() throws IOException {
        names();
        overlay.delete(LOG.child("0"));
        overlay.write(LOG.child("0"), new byte[1]);

        overlay.withdraw(LOG.child("0"));

        assertThat(names()).containsExactly("0", "1");
    }
}
