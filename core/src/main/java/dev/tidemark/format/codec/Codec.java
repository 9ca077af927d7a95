package dev.tidemark.format.codec;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

import dev.tidemark.evidence.Location;

/** A compression of Spark's. Spark 4.2: CompressionCodec. */
public enum Codec {
    LZ4("lz4", "org.apache.spark.io.lz4compressioncodec", "4c5a34426c6f636b") {
        @Override
        InputStream decode(Location at, InputStream compressed) {
            return new Lz4BlockStream(at, compressed);
        }
    },
    ZSTD("zstd", "org.apache.spark.io.zstdcompressioncodec", "28b52ffd") {
        @Override
        InputStream decode(Location at, InputStream compressed) throws IOException {
            return new ZstdStream(at, compressed);
        }
    },
    SNAPPY("snappy", "org.apache.spark.io.snappycompressioncodec", "82534e4150505900") {
        @Override
        InputStream decode(Location at, InputStream compressed) {
            return new SnappyStream(at, compressed);
        }
    },
    LZF("lzf", "org.apache.spark.io.lzfcompressioncodec", "5a56") {
        @Override
        InputStream decode(Location at, InputStream compressed) {
            return new LzfStream(at, compressed);
        }
    },
    /** Not compressed. */
    NONE("none", "none", "") {
        @Override
        InputStream decode(Location at, InputStream compressed) {
            return compressed;
        }
    };

    /** Bytes {@link #sniff} wants to see. */
    public static final int MAGIC_BYTES = 8;

    private final String shortName;
    private final String className;
    private final byte[] magic;

    Codec(String shortName, String className, String magicHex) {
        this.shortName = shortName;
        this.className = className;
        this.magic = java.util.HexFormat.of().parseHex(magicHex);
    }

    /** The name in {@code spark.io.compression.codec}. */
    public String shortName() {
        return shortName;
    }

    /** The codec a conf value names, by its short name or by its class. */
    public static Optional<Codec> named(String confValue) {
        String name = confValue.strip().toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(codec -> codec.shortName.equals(name) || codec.className.equals(name))
                .findFirst();
    }

    /** The codec whose magic {@code start} begins with; {@link #NONE} when it is no codec's. */
    public static Codec sniff(byte[] start) {
        return Arrays.stream(values())
                .filter(codec -> codec.begins(start))
                .findFirst()
                .orElse(NONE);
    }

    /** Whether {@code start} begins with this codec's magic. */
    public boolean begins(byte[] start) {
        return start.length >= magic.length && Arrays.equals(start, 0, magic.length, magic, 0, magic.length);
    }

    /**
     * The bytes inside {@code compressed}, decoded as they are asked for; closing closes both. Reading throws
     * {@link DamagedStreamException} where the bytes are wrong, after handing out all before that.
     *
     * @throws IOException when the codec cannot start
     */
    public InputStream open(Location at, InputStream compressed) throws IOException {
        return decode(at, compressed);
    }

    abstract InputStream decode(Location at, InputStream compressed) throws IOException;
}
