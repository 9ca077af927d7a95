package dev.tidemark.diagnosis.exhibit;

import java.net.URI;
import java.net.URISyntaxException;

/** Paths as the logs of the file source and the file sink spell them: encoded, mostly with a scheme. */
final class LoggedPath {
    private LoggedPath() {}

    /** Without the scheme of local files and without encoding; as it stands where it is no URI. */
    static String decoded(String path) {
        try {
            URI uri = new URI(path);
            String decoded = uri.getPath();
            if (decoded == null) {
                return plain(path);
            }
            boolean isLocal = uri.getScheme() == null || uri.getScheme().equals("file");
            return isLocal ? decoded.replaceFirst("^/+", "/") : uri.getScheme() + "://" + uri.getAuthority() + decoded;
        } catch (URISyntaxException odd) {
            return plain(path);
        }
    }

    /** Without the scheme of local files. */
    static String plain(String path) {
        return path.startsWith("file:/") ? path.replaceFirst("^file:/+", "/") : path;
    }
}
