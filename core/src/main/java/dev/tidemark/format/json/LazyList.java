package dev.tidemark.format.json;

import java.util.AbstractList;
import java.util.Objects;
import java.util.function.IntFunction;

/**
 * An immutable list whose items are made anew each time they are asked for. The function must give equal items for equal
 * places.
 */
public final class LazyList<T> extends AbstractList<T> {
    private final int size;
    private final IntFunction<? extends T> item;

    private LazyList(int size, IntFunction<? extends T> item) {
        this.size = size;
        this.item = item;
    }

    /** A list of that many items. */
    public static <T> LazyList<T> of(int size, IntFunction<? extends T> item) {
        return new LazyList<>(size, item);
    }

    @Override
    public T get(int index) {
        return item.apply(Objects.checkIndex(index, size));
    }

    @Override
    public int size() {
        return size;
    }
}
