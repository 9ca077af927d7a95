package dev.tidemark.sink;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ForgetfulSinkTest {
    @Test
    void skipsNoBatch() {
        ForgetfulSink sink = new ForgetfulSink(true);

        sink.write(3, false);

        assertThat(sink.skips(3)).isFalse();
        assertThat(sink.skips(0)).isFalse();
    }

    @Test
    void doublesRowsThatAreKeptWhenABatchIsSentAgain() {
        assertThat(new ForgetfulSink(true).write(0, true)).isEqualTo(BatchSink.Outcome.DUPLICATED);
        assertThat(new ForgetfulSink(true).write(0, false)).isEqualTo(BatchSink.Outcome.WRITTEN);
    }

    @Test
    void doublesNothingThatIsNotKept() {
        assertThat(new ForgetfulSink(false).write(0, true)).isEqualTo(BatchSink.Outcome.WRITTEN);
    }
}
