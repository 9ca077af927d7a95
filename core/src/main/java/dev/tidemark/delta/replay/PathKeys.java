package dev.tidemark.delta.replay;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;

import dev.tidemark.io.StoragePath;

/**
 * When two spellings of a path are the same file. Readers compare {@link URI}s; Spark brings paths into a canonical form
 * first.
 *
 * <p>Authority: Delta 4.2: {@code DeltaLog.CanonicalPathFunction}, {@code FileAction.pathAsUri}; Kernel 4.2:
 * {@code LogReplayUtils.pathToUri}.
 */
public final class PathKeys {
    private static final boolean[] PLAIN = plain();

    private PathKeys() {}

    /** Whether a path is its own canonical form and equal to no other spelling; true of nearly all. */
    public static boolean isPlain(String path) {
        char before = '/';
        for (int i = 0; i < path.length(); i++) {
            char at = path.charAt(i);
            if (at == '/' || at == '.') {
                if (before == '/') {
                    return false;
                }
            } else if (!isPlain(at)) {
                return false;
            }
            before = at;
        }
        return true;
    }

    private static boolean isPlain(char at) {
        return at < PLAIN.length && PLAIN[at];
    }

    private static boolean[] plain() {
        boolean[] plain = new boolean[128];
        for (char at = 0; at < plain.length; at++) {
            plain[at] = (at >= 'a' && at <= 'z')
                    || (at >= 'A' && at <= 'Z')
                    || (at >= '0' && at <= '9')
                    || "-_.~=,+&@$;!*'()".indexOf(at) >= 0;
        }
        return plain;
    }

    /** Where a path of a Delta log lies in its table; empty when it lies elsewhere. */
    public static Optional<StoragePath> inTable(String path) {
        try {
            URI uri = new URI(path);
            return uri.isAbsolute() || path.startsWith("/") || uri.getPath() == null
                    ? Optional.empty()
                    : StoragePath.inside(uri.getPath());
        } catch (URISyntaxException odd) {
            return Optional.empty();
        }
    }

    /** The form in which Spark keeps a path: normalised, and with a scheme when it is absolute. */
    public static String canonical(String path) throws URISyntaxException {
        URI uri = new URI(path).normalize();
        if (uri.isOpaque()) {
            throw new URISyntaxException(path, "Spark's canonical paths need a path behind the scheme");
        }
        boolean isBareAbsolute = uri.getScheme() == null
                && uri.getAuthority() == null
                && uri.getPath() != null
                && uri.getPath().startsWith("/");
        if (!isBareAbsolute) {
            return uri.toString();
        }
        String clean = uri.getPath().replaceAll("//+", "/");
        if (clean.length() > 1 && clean.endsWith("/")) {
            clean = clean.substring(0, clean.length() - 1);
        }
        return new URI("file", "", clean, null, uri.getFragment()).normalize().toString();
    }

    /** A text that is the same for all paths that are equal as URIs. */
    public static String key(String path) throws URISyntaxException {
        if (isPlain(path)) {
            return path;
        }
        URI uri = new URI(path);
        StringBuilder key = new StringBuilder(path.length() + 8);
        if (uri.getScheme() != null) {
            key.append(uri.getScheme().toLowerCase(Locale.ROOT)).append(':');
        }
        if (uri.isOpaque()) {
            key.append(upperEscapes(uri.getRawSchemeSpecificPart()));
        } else {
            if (uri.getRawAuthority() != null) {
                key.append("//").append(authority(uri));
            }
            key.append(upperEscapes(uri.getRawPath()));
            if (uri.getRawQuery() != null) {
                key.append('?').append(upperEscapes(uri.getRawQuery()));
            }
        }
        if (uri.getRawFragment() != null) {
            key.append('#').append(upperEscapes(uri.getRawFragment()));
        }
        return key.toString();
    }

    private static String authority(URI uri) {
        return uri.getHost() == null
                ? upperEscapes(uri.getRawAuthority())
                : uri.getRawUserInfo() + "@" + uri.getHost().toLowerCase(Locale.ROOT) + ":" + uri.getPort();
    }

    private static String upperEscapes(String text) {
        int percent = text.indexOf('%');
        if (percent < 0) {
            return text;
        }
        StringBuilder upper = new StringBuilder(text);
        for (int i = percent; i + 2 < upper.length(); i++) {
            if (upper.charAt(i) == '%') {
                upper.setCharAt(i + 1, Character.toUpperCase(upper.charAt(i + 1)));
                upper.setCharAt(i + 2, Character.toUpperCase(upper.charAt(i + 2)));
            }
        }
        return upper.toString();
    }
}
