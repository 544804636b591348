/**
 * Key ids of development keys: their secret half is published for tests and demos, so whatever they signed anybody could
 * have signed. `verify` leaves them out unless `allowDevelopmentKeys` is set.
 */
export const DEV_KEY_IDS: readonly string[] = Object.freeze(["2614337953167A00"]);
