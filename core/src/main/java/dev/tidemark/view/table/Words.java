package dev.tidemark.view.table;

/** Small words that reports about tables share. */
final class Words {
    private Words() {}

    /** {@code 1 file}, {@code 2 files}. */
    static String count(long count, String noun) {
        return count + " " + (count == 1 ? noun : noun + "s");
    }
}
