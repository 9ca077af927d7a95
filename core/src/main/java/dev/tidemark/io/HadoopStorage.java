package dev.tidemark.io;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.NotDirectoryException;
import java.util.Optional;
import java.util.function.Consumer;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * A directory of any Hadoop file system: {@code hdfs://}, and with a connector on the class path {@code s3a://},
 * {@code abfs://}, {@code gs://}. Bytes are verified against checksums where the file system keeps them. Only status,
 * listing and open are ever called, so nothing is written, no {@code .crc} either.
 */
final class HadoopStorage implements Storage {
    private final FileSystem fileSystem;
    private final Path root;

    private HadoopStorage(FileSystem fileSystem, Path root) {
        this.fileSystem = fileSystem;
        this.root = root;
    }

    /**
     * Opens a directory by its URI; it need not exist.
     *
     * @throws IOException when the URI names no file system that is known or can be reached
     */
    static HadoopStorage open(String place, StorageOptions options) throws IOException {
        Configuration configuration = new Configuration();
        options.hadoopSites().forEach(site -> configuration.addResource(new Path(site.toUri())));
        options.hadoopConfs().forEach(configuration::set);
        String scheme = place.substring(0, Math.max(0, place.indexOf(':')));
        try {
            Path root = new Path(place);
            return new HadoopStorage(FileSystem.newInstance(root.toUri(), configuration), root);
        } catch (RuntimeException unusable) {
            // Connectors report a wrong class, URI or setting as they like; none of it is a bug of ours.
            throw new IOException(place + ": " + reasonOf(unusable) + hint(scheme), unusable);
        } catch (org.apache.hadoop.fs.UnsupportedFileSystemException unknown) {
            throw new IOException(place + ": no Hadoop connector for " + scheme + "://" + hint(scheme), unknown);
        } catch (UnsupportedClassVersionError | NoClassDefFoundError incomplete) {
            throw new IOException(
                    place + ": the connector for " + scheme + ":// is not complete: " + incomplete.getMessage(),
                    incomplete);
        }
    }

    @Override
    public String location() {
        return root.toString();
    }

    @Override
    public void forEachEntry(StoragePath directory, Consumer<FileEntry> each) throws IOException {
        FileEntry listed = stat(directory).orElseThrow(() -> notFound(directory));
        if (!listed.isDirectory()) {
            throw new NotDirectoryException(nameOf(directory));
        }
        RemoteIterator<FileStatus> entries =
                guarded(directory, () -> fileSystem.listStatusIterator(resolve(directory)));
        while (guarded(directory, entries::hasNext)) {
            FileStatus status = guarded(directory, entries::next);
            each.accept(entry(directory.child(status.getPath().getName()), status));
        }
    }

    @Override
    public Optional<FileEntry> stat(StoragePath path) throws IOException {
        return guarded(path, () -> {
            try {
                return Optional.of(entry(path, fileSystem.getFileStatus(resolve(path))));
            } catch (FileNotFoundException absent) {
                return Optional.empty();
            }
        });
    }

    @Override
    public InputStream open(StoragePath path) throws IOException {
        return stream(path);
    }

    @Override
    public RandomAccess openAt(StoragePath path) throws IOException {
        FileEntry entry = stat(path).orElseThrow(() -> notFound(path));
        return new StreamAccess(stream(path), entry.sizeBytes());
    }

    @Override
    public void close() throws IOException {
        fileSystem.close();
    }

    private FSDataInputStream stream(StoragePath path) throws IOException {
        FileEntry entry = stat(path).orElseThrow(() -> notFound(path));
        if (!entry.isFile()) {
            throw new IOException(nameOf(path) + ": not a regular file");
        }
        return guarded(path, () -> fileSystem.open(resolve(path)));
    }

    /** Never through the text of a URI, in which a name with a colon or a percent sign would mean something else. */
    private Path resolve(StoragePath path) {
        if (path.isRoot()) {
            return root;
        }
        URI uri = root.toUri();
        String base = uri.getPath().endsWith("/") ? uri.getPath() : uri.getPath() + "/";
        return new Path(uri.getScheme(), uri.getAuthority(), base + path.value());
    }

    private static FileEntry entry(StoragePath path, FileStatus status) {
        EntryKind kind =
                status.isDirectory() ? EntryKind.DIRECTORY : status.isFile() ? EntryKind.FILE : EntryKind.OTHER;
        return new FileEntry(path, kind, kind == EntryKind.FILE ? status.getLen() : 0, status.getModificationTime());
    }

    private FileNotFoundException notFound(StoragePath path) {
        return new FileNotFoundException(nameOf(path));
    }

    private String nameOf(StoragePath path) {
        return path.isRoot() ? location() : path.value();
    }

    /** What a file system does, with its unchecked failures made checked. */
    private interface Call<T> {
        T run() throws IOException;
    }

    private <T> T guarded(StoragePath path, Call<T> call) throws IOException {
        try {
            return call.run();
        } catch (IllegalArgumentException | IllegalStateException | UnsupportedOperationException refused) {
            throw new IOException(nameOf(path) + ": " + reasonOf(refused), refused);
        }
    }

    private static String reasonOf(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
    }

    private static String hint(String scheme) {
        return switch (scheme) {
            case "s3", "s3n" -> "; Hadoop's connector is s3a:// (hadoop-aws, in lib/ext)";
            case "s3a" -> "; put hadoop-aws and the AWS SDK bundle in lib/ext";
            case "abfs", "abfss" -> "; put hadoop-azure in lib/ext";
            case "gs" -> "; put the GCS connector in lib/ext";
            default -> "";
        };
    }

    private record StreamAccess(FSDataInputStream stream, long sizeBytes) implements RandomAccess {
        @Override
        public int read(long position, byte[] into, int offset, int length) throws IOException {
            return stream.read(position, into, offset, length);
        }

        @Override
        public void close() throws IOException {
            stream.close();
        }
    }
}
