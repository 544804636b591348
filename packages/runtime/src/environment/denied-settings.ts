import type { Issue, Printable } from "@slipway/errors";
import { msg } from "@slipway/errors";
import { runtimeIssue } from "../runtime-error.js";
import type { NameRule } from "./environment-names.js";
import { matchesName, NESTED_SESSION_NAMES, NEVER_INHERITED } from "./environment-names.js";

/** Variables of one launch. More is a dump of another environment. */
export const SETTINGS_MAX = 256;

/** Bytes of one value: far above any real one, far below Linux's limit of an argument. */
export const SETTING_MAX_BYTES = 32 * 1024;

const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;

/** Names of what is secret: a plan is printed and stored, and holds no secret value. */
export const SECRET_NAME = /(?:^|_)(?:API_?KEY|KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)$/i;

/**
 * What a preset or a user's own settings cannot set, besides what no child inherits: each decides which program runs, whose
 * traffic or database it is, or what this launcher relies on.
 */
export const DENIED_SETTINGS: readonly NameRule[] = [
  { name: "PATH", why: "decides which programs run" },
  { name: "PATHEXT", why: "decides what counts as a program on Windows" },
  { name: "COMSPEC", why: "the command processor on Windows" },
  { name: "SHELL", why: "the program that runs the agent's commands" },
  { name: "SystemRoot", why: "where Windows takes its libraries from" },
  { name: "windir", why: "where Windows takes its libraries from" },
  { name: "HTTP_PROXY", why: "sends the traffic elsewhere" },
  { name: "HTTPS_PROXY", why: "sends the traffic elsewhere" },
  { name: "ALL_PROXY", why: "sends the traffic elsewhere" },
  { name: "NO_PROXY", why: "sends the traffic elsewhere" },
  { name: "NODE_TLS_REJECT_UNAUTHORIZED", why: "switches off the check of who answers" },
  { name: "NODE_EXTRA_CA_CERTS", why: "decides whose certificates count" },
  { name: "SSL_CERT_FILE", why: "decides whose certificates count" },
  { name: "SSL_CERT_DIR", why: "decides whose certificates count" },
  { name: "REQUESTS_CA_BUNDLE", why: "decides whose certificates count" },
  { name: "CURL_CA_BUNDLE", why: "decides whose certificates count" },
  { name: "DATABASE_URL", why: "decides which database the agent's tools change" },
  { name: "PGHOST", why: "decides which database the agent's tools change" },
  { name: "PGPORT", why: "decides which database the agent's tools change" },
  { name: "PGUSER", why: "decides which database the agent's tools change" },
  { name: "PGDATABASE", why: "decides which database the agent's tools change" },
  { name: "PGPASSWORD", why: "decides which database the agent's tools change" },
  { name: "SLIPWAY_*", why: "this launcher's own" },
];

/**
 * Judges variables that a preset or a user wants to set; names are compared without regard to case on every platform,
 * because the same settings are used on several. All problems at once, each `RUNTIME_ENV_REFUSED`.
 */
export function checkSettings(settings: Readonly<Record<string, string>>): Issue[] {
  const entries = Object.entries(settings);
  if (entries.length > SETTINGS_MAX)
    return [refuseSetting(msg`more than ${SETTINGS_MAX} variables`, msg`set what the agent needs`)];
  const seen = new Map<string, string>();
  return entries.flatMap(([name, value]) => {
    const twin = seen.get(name.toLowerCase());
    seen.set(name.toLowerCase(), name);
    if (twin !== undefined)
      return [refuseSetting(msg`${name} and ${twin} are one variable on Windows`, msg`leave one of them out`)];
    return judgeSetting(name, value);
  });
}

function judgeSetting(name: string, value: string): Issue[] {
  if (!NAME.test(name))
    return [refuseSetting(msg`${name} is not the name of a variable`, msg`letters, digits and _ only`)];
  const denied = [...DENIED_SETTINGS, ...NEVER_INHERITED, ...NESTED_SESSION_NAMES].find((rule) =>
    matchesName(rule.name, name, true),
  );
  if (denied !== undefined)
    return [refuseSetting(msg`${name} cannot be set for an agent: ${denied.why}`, msg`leave it out`)];
  if (SECRET_NAME.test(name))
    return [
      refuseSetting(
        msg`${name} looks like a secret, and a plan holds none`,
        msg`set it in the environment of the launcher and pass it by its name`,
      ),
    ];
  if (value.includes("\0") || /\p{Cs}/u.test(value))
    return [
      refuseSetting(msg`the value of ${name} has no form in an environment`, msg`leave NUL and half characters out`),
    ];
  if (Buffer.byteLength(value) > SETTING_MAX_BYTES)
    return [refuseSetting(msg`the value of ${name} is longer than ${SETTING_MAX_BYTES} bytes`, msg`shorten it`)];
  return [];
}

function refuseSetting(message: Printable, hint: Printable): Issue {
  return runtimeIssue({ code: "RUNTIME_ENV_REFUSED", message, hint });
}
