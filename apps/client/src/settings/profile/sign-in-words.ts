import type { OwnSignIn } from '@sidetone/contract/http/sign-in/own-sign-in-routes.ts';
import type { TFunction } from 'i18next';
import { browserOf, systemOf } from '../agent.ts';

/** What a place is called where somebody is signed in, such as "Firefox on Windows". */
export function placeOfSignIn({ agent, program }: Pick<OwnSignIn, 'agent' | 'program'>, t: TFunction): string {
  const browser = agent === null ? null : browserOf(agent);
  if (agent === null) return t(($) => $.profile.signIns.unknownBrowser);
  const system = t(($) => $.profile.signIns.system[systemOf(agent)]);
  // The desktop program signs in in the system's browser, which is not where it runs.
  if (program === 'desktop') return t(($) => $.profile.signIns.desktop, { system });
  return t(($) => $.profile.signIns.browser, {
    browser: browser ?? t(($) => $.profile.signIns.unknownBrowser),
    system,
  });
}
