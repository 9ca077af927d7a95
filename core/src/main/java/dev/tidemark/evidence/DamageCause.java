package dev.tidemark.evidence;

/**
 * Says more about a {@link Damage} than its kind: what exactly the format's own reader trips over. Each format seals its
 * own set; who needs the difference asks {@code instanceof}.
 */
public interface DamageCause {}
