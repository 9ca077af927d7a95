package dev.tidemark.diagnosis.exhibit;

import java.util.List;

/**
 * The directory that a file source reads.
 *
 * @param path of the directory as the query names it
 * @param planned files that a batch which runs again reads, as the source's own log names them
 * @param missing those of them that are not there
 * @param elsewhere a file of the source's own log that lies outside the directory; empty when all lie inside
 */
public record InputFiles(String path, List<String> planned, List<String> missing, String elsewhere) {
    public InputFiles {
        planned = List.copyOf(planned);
        missing = List.copyOf(missing);
    }
}
