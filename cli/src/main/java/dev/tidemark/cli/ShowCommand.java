package dev.tidemark.cli;

import java.io.IOException;
import java.util.concurrent.Callable;

import dev.tidemark.io.Storage;
import dev.tidemark.view.PlaceKind;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code show PATH}: what is this, and is it well? */
@Command(name = "show", description = "Say what a directory is, whether it is well, and where its query stands.")
final class ShowCommand implements Callable<Integer> {
    @Mixin
    private TargetMixin target;

    @Mixin
    private OutputMixin output;

    @Override
    public Integer call() throws IOException {
        try (Storage storage = target.open()) {
            return output.print(PlaceKind.of(storage).show(storage));
        }
    }
}
