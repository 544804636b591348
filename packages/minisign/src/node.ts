/** Files, for Node. */
export { KEY_FILE_MAX_BYTES } from "./file-access.js";
export { readPublicKeyFile, readSecretKeyFile, writeSecretKeyFile } from "./key-files.js";
export { type VerifyFileOptions, verifyFile } from "./verify-file.js";
