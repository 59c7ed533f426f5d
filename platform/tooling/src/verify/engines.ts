import { findProgram } from '../run/find-program';
import { installDebian } from './install-debian';

/** What the journeys in other engines need, by the Debian package that brings it. */
const PROGRAMS = { 'firefox-esr': 'firefox-esr', WebKitWebDriver: 'webkit2gtk-driver', Xvfb: 'xvfb' };

/** Installs Firefox and WebKit where that is allowed. Elsewhere their journeys are reported as skipped. */
export function ensureEngines(): void {
  const missing = Object.entries(PROGRAMS).flatMap(([program, name]) => (findProgram(program) ? [] : [name]));
  if (missing.length > 0 && !installDebian('Firefox and WebKit', missing))
    console.log(`Not on this machine, and not ours to install: ${missing.join(', ')}. Their journeys are skipped.`);
}
