package dev.tidemark.io;

/**
 * One entry of an archive.
 *
 * @param entry what a listing shows
 * @param position where the archive's own reader finds the bytes: an offset in a tar, an ordinal in a zip
 */
record ArchivedFile(FileEntry entry, long position) {}
