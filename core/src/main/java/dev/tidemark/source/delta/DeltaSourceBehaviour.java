package dev.tidemark.source.delta;

/**
 * What differs between the releases of Delta in how their source behaves, as named facts.
 *
 * @param refusesChangedTableId whether a metadata action with another table id ends the stream (Delta 4.0)
 * @param loadsStartingVersion whether {@code startingVersion} is loaded to check its protocol (Delta 4.0: validateProtocolAt)
 * @param namesMissingVersions whether a version that is not there is {@code DELTA_VERSION_NOT_FOUND} (Delta 4.1)
 * @param knowsTypeWidening whether a widened type is told from other changes of a type (Delta 4.0)
 * @param tracksTypeWidening whether a widened type ahead wants a schema log, unless a conf says otherwise (Delta 4.0; the
 *     conf's default was turned off by 4.2)
 * @param takesUnblockingOptions whether reader options unblock a change of the schema (Delta 4.0); before, confs alone, and who
 *     renames and drops needs the one for both
 * @param namesNonAdditiveChanges whether the refusal of a changed schema is a
 *     DeltaStreamingNonAdditiveSchemaIncompatibleException (Delta 4.0); before, a
 *     DeltaStreamingColumnMappingSchemaIncompatibleException
 * @param keepsParametersAsJson whether messages show the parameters of an operation as the JSON they are, quotes and all (Delta
 *     4.1: JsonMapDeserializer)
 * @param explainsLostChanges whether a change feed whose first version cannot be built any more says so in the words of a
 *     stream that lags behind (Delta 4.2)
 * @param missesLastCommits whether a batch whose last commits are gone ends the stream (Delta 4.4:
 *     DELTA_STREAMING_TRAILING_COMMIT_MISSING); before, it is read without them
 * @param namesFirstVersionOfLog whether lost commits, and a starting time behind the last commit, are told in the shorter words
 *     of Delta 4.4
 */
record DeltaSourceBehaviour(
        boolean refusesChangedTableId,
        boolean loadsStartingVersion,
        boolean namesMissingVersions,
        boolean knowsTypeWidening,
        boolean tracksTypeWidening,
        boolean takesUnblockingOptions,
        boolean namesNonAdditiveChanges,
        boolean keepsParametersAsJson,
        boolean explainsLostChanges,
        boolean missesLastCommits,
        boolean namesFirstVersionOfLog) {
    private static final DeltaSourceBehaviour V3 =
            new DeltaSourceBehaviour(false, false, false, false, false, false, false, false, false, false, false);
    private static final DeltaSourceBehaviour V4_0 =
            new DeltaSourceBehaviour(true, true, false, true, true, true, true, false, false, false, false);
    private static final DeltaSourceBehaviour V4_1 =
            new DeltaSourceBehaviour(true, true, true, true, false, true, true, true, true, false, false);
    private static final DeltaSourceBehaviour V4_4 =
            new DeltaSourceBehaviour(true, true, true, true, false, true, true, true, true, true, true);

    /** The behaviour of a release such as {@code 4.2.0}; one that cannot be told is taken for the newest. */
    static DeltaSourceBehaviour of(String release) {
        if (release.startsWith("3.") || release.startsWith("2.")) {
            return V3;
        }
        if (release.startsWith("4.0")) {
            return V4_0;
        }
        return release.matches("4\\.[1-3]\\..*") ? V4_1 : V4_4;
    }
}
