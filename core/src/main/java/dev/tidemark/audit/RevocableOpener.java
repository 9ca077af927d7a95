package dev.tidemark.audit;

import java.io.IOException;

import dev.tidemark.io.Places;
import dev.tidemark.io.RevocableStorage;
import dev.tidemark.io.Storage;

/** Opens places until it is revoked; then what it opened fails too. */
final class RevocableOpener implements Places.Opener {
    private final Places places;
    private final RevocableStorage.Switch power = new RevocableStorage.Switch();

    RevocableOpener(Places places) {
        this.places = places;
    }

    @Override
    public Storage open(String place) throws IOException {
        power.require();
        return new RevocableStorage(places.open(place), power);
    }

    void revoke() {
        power.revoke();
    }
}
