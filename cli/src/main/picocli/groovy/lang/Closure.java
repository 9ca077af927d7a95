package groovy.lang;

/**
 * Stands where picocli looks for Groovy at every start. Without it Java opens every jar of the distribution only to find
 * that there is none, which takes longer than reading a small checkpoint.
 */
abstract class Closure {}
