package dev.tidemark.stream;

import java.io.IOException;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.survey.SmallCheckpoint;
import dev.tidemark.stream.CheckpointFollower.Deed;
import dev.tidemark.stream.CheckpointFollower.Step;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CheckpointFollowerTest {
    @Test
    void takesNoteFirstAndThenTellsEachBatchInItsOrder() throws IOException {
        SmallCheckpoint checkpoint = SmallCheckpoint.committed(2);
        CheckpointFollower follower = new CheckpointFollower(Checkpoint.in(checkpoint.storage()));

        assertThat(follower.look()).isEmpty();
        assertThat(follower.newestPlanned()).hasValue(2);
        assertThat(follower.look()).as("nothing happened").isEmpty();
        checkpoint.offsets(3, "{\"logOffset\":3}");
        assertThat(follower.look()).containsExactly(new Step(Deed.PLANNED, 3));
        checkpoint.commit(3).offsets(4, "{\"logOffset\":4}").commit(4);
        assertThat(follower.look())
                .containsExactly(new Step(Deed.COMMITTED, 3), new Step(Deed.PLANNED, 4), new Step(Deed.COMMITTED, 4));
    }

    @Test
    void aPurgeIsNoStep() throws IOException {
        SmallCheckpoint checkpoint = SmallCheckpoint.committed(5);
        CheckpointFollower follower = new CheckpointFollower(Checkpoint.in(checkpoint.storage()));
        follower.look();

        checkpoint.without("offsets/0", "commits/0", "offsets/1", "commits/1");

        assertThat(follower.look()).isEmpty();
    }

    @Test
    void tellsThatALogWentBack() throws IOException {
        SmallCheckpoint checkpoint = SmallCheckpoint.committed(5);
        CheckpointFollower follower = new CheckpointFollower(Checkpoint.in(checkpoint.storage()));
        follower.look();

        checkpoint.without("offsets/5", "commits/5", "commits/4");

        assertThat(follower.look())
                .containsExactly(new Step(Deed.PLANS_WENT_BACK, 4), new Step(Deed.COMMITS_WENT_BACK, 3));
        checkpoint.commit(4);
        assertThat(follower.look()).as("goes on from there").containsExactly(new Step(Deed.COMMITTED, 4));
    }

    @Test
    void startsWithAnEmptyDirectory() throws IOException {
        SmallCheckpoint checkpoint = new SmallCheckpoint();
        CheckpointFollower follower = new CheckpointFollower(Checkpoint.in(checkpoint.storage()));
        follower.look();

        checkpoint.offsets(0, "{\"logOffset\":0}");

        assertThat(follower.newestPlanned()).isEmpty();
        assertThat(follower.look()).containsExactly(new Step(Deed.PLANNED, 0));
    }
}
