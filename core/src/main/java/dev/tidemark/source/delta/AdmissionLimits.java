package dev.tidemark.source.delta;

import java.util.List;

import dev.tidemark.source.ReadLimit;
import org.jspecify.annotations.Nullable;

/**
 * What one batch may still take. A file is admitted while anything is left before it, so one file always is, and bytes
 * overshoot by one file. Authority: Delta 4.0 DeltaSource.AdmissionLimits.
 */
final class AdmissionLimits {
    /** How many files a batch takes when the options say nothing. */
    static final int DEFAULT_FILES = 1000;

    private static final int UNLIMITED_FILES = Integer.MAX_VALUE - 8;

    private long filesLeft;
    private long bytesLeft;
    private boolean tookSomething;

    private AdmissionLimits(long filesLeft, long bytesLeft) {
        this.filesLeft = filesLeft;
        this.bytesLeft = bytesLeft;
    }

    /** The limits of one batch; null when there are none. */
    static @Nullable AdmissionLimits of(ReadLimit limit) {
        if (limit instanceof ReadLimit.MaxFiles files) {
            return new AdmissionLimits(files.files(), Long.MAX_VALUE);
        } else if (limit instanceof ReadLimit.MaxBytes bytes) {
            return new AdmissionLimits(UNLIMITED_FILES, bytes.bytes());
        } else if (limit instanceof ReadLimit.Both both) {
            return new AdmissionLimits(both.files(), both.bytes());
        }
        return null;
    }

    boolean hasCapacity() {
        return filesLeft > 0 && bytesLeft > 0;
    }

    /** Whether the next item goes into the batch; sentinels always do. */
    boolean admit(IndexedFile file) {
        tookSomething = true;
        if (!file.hasFile()) {
            return true;
        }
        boolean admitted = hasCapacity();
        take(1, file.sizeBytes());
        return admitted;
    }

    /** Whether the items of a commit that must stay together go into the batch. */
    boolean admitAll(List<IndexedFile> files) {
        if (files.isEmpty()) {
            return true;
        }
        long bytes = files.stream().mapToLong(IndexedFile::sizeBytes).sum();
        boolean admitted = !tookSomething || (filesLeft - files.size() >= 0 && bytesLeft - bytes >= 0);
        tookSomething = true;
        take(files.size(), bytes);
        return admitted;
    }

    private void take(int files, long bytes) {
        filesLeft -= files;
        bytesLeft -= bytes;
    }
}
