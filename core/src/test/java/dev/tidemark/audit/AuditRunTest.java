package dev.tidemark.audit;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import dev.tidemark.io.MemoryStorage;
import dev.tidemark.io.PathMapping;
import dev.tidemark.io.Places;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
class AuditRunTest {
    private static final Places PLACES =
            Places.of(PathMapping.NONE, place -> new MemoryStorage().with("offsets/0", "text"));

    private final List<ItemResult> results = new ArrayList<>();

    @Test
    void handsResultsOverInTheOrderTheItemsCame() throws IOException {
        run(4, 60_000, 200, (item, places) -> {
            if (item.place().endsWith("7")) {
                Thread.yield();
            }
            return well(item);
        });

        assertThat(results).hasSize(200);
        assertThat(results).extracting(result -> result.item().place()).isEqualTo(places(200));
    }

    @Test
    void neverHasMoreThanItsJobsUnderWay() throws IOException {
        AtomicInteger underWay = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        run(3, 60_000, 50, (item, places) -> {
            most.accumulateAndGet(underWay.incrementAndGet(), Math::max);
            Thread.yield();
            underWay.decrementAndGet();
            return well(item);
        });

        assertThat(most.get()).isBetween(1, 3);
    }

    @Test
    void oneThatFailsIsAResultAndStopsNothing() throws IOException {
        run(2, 60_000, 5, (item, places) -> switch (item.place()) {
            case "item 0" -> throw new IOException("refused");
            case "item 1" -> throw new IllegalStateException("ours");
            case "item 2" -> throw new StackOverflowError();
            case "item 3" -> throw new OutOfMemoryError();
            default -> well(item);
        });

        assertThat(results)
                .extracting(ItemResult::verdict)
                .containsExactly(
                        ItemVerdict.UNKNOWN, ItemVerdict.BUG, ItemVerdict.BUG, ItemVerdict.UNKNOWN, ItemVerdict.WELL);
        assertThat(results.get(0).headline()).isEqualTo("It could not be read: refused");
        assertThat(results.get(1).headline()).contains("IllegalStateException: ours", "AuditRunTest");
    }

    @Test
    void givesUpOneThatHangsAndGoesOn() throws IOException {
        CountDownLatch never = new CountDownLatch(1);
        run(1, 100, 4, (item, places) -> {
            if (item.place().equals("item 1")) {
                hang(never);
            }
            return well(item);
        });

        assertThat(results)
                .extracting(ItemResult::verdict)
                .containsExactly(ItemVerdict.WELL, ItemVerdict.UNKNOWN, ItemVerdict.WELL, ItemVerdict.WELL);
        assertThat(results.get(1).headline()).isEqualTo("It took longer than its budget of 100 ms and was given up");
        never.countDown();
    }

    @Test
    void givesUpManyThatHangAndStillEnds() throws IOException {
        CountDownLatch never = new CountDownLatch(1);
        run(2, 20, 100, (item, places) -> {
            if (!item.place().endsWith("9")) {
                hang(never);
            }
            return well(item);
        });

        assertThat(results).hasSize(100);
        never.countDown();
    }

    @Test
    void whatIsGivenUpReadsNoFurther() throws IOException, InterruptedException {
        CountDownLatch ended = new CountDownLatch(1);
        List<String> failures = new ArrayList<>();
        run(1, 50, 1, (item, places) -> {
            try (Storage storage = places.open(item.place());
                    InputStream in = storage.open(new StoragePath("offsets/0"))) {
                while (true) {
                    in.mark(1);
                    if (in.read() < 0) {
                        in.reset();
                    }
                }
            } catch (IOException ending) {
                failures.add(ending.getMessage());
                ended.countDown();
                throw ending;
            }
        });

        ended.await();
        assertThat(failures).containsExactly("its time was up");
    }

    @Test
    void aResultThatCannotBeWrittenEndsTheRun() {
        AuditRun run = new AuditRun(
                (item, places) -> well(item), PLACES, new AuditRun.Limits(1, 60_000), System::nanoTime, result -> {
                    throw new IOException("disk full");
                });

        assertThatThrownBy(() -> {
                    run.submit(item(0));
                    run.finish();
                })
                .hasMessage("disk full");
        run.close();
    }

    private void run(int jobs, long timeoutMs, int items, Examiner examiner) throws IOException {
        try (AuditRun run =
                new AuditRun(examiner, PLACES, new AuditRun.Limits(jobs, timeoutMs), System::nanoTime, results::add)) {
            for (int i = 0; i < items; i++) {
                run.submit(item(i));
            }
            run.finish();
        }
    }

    /** Waits whatever happens, as a reading from a dead file system does. */
    private static void hang(CountDownLatch never) {
        boolean isOver = false;
        while (!isOver) {
            try {
                never.await();
                isOver = true;
            } catch (InterruptedException deaf) {
                isOver = false;
            }
        }
    }

    private static AuditItem item(int number) {
        return new AuditItem(ItemKind.CHECKPOINT, "item " + number);
    }

    private static List<String> places(int count) {
        List<String> places = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            places.add("item " + i);
        }
        return places;
    }

    private static ItemResult well(AuditItem item) {
        return new ItemResult(item, ItemVerdict.WELL, "well", List.of(), List.of(), ItemKeys.NONE);
    }
}
