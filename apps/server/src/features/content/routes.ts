import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChangelogEntry, ChangelogLanguage } from '@sidetone/contract/entities/changelog.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { type Answer, answer } from '../../requests/answer.ts';
import { notFound } from '../../requests/refusal.ts';
import { readChangelog } from './read-changelog.ts';

const files: Readonly<Record<ChangelogLanguage, string>> = { de: 'CHANGELOG.de.md', en: 'CHANGELOG.md' };

interface ContentDeps {
  /** Where the changelogs lie; they ship with the server. */
  readonly folder: string;
  /** Of this server. */
  readonly version: string;
}

/**
 * What there is to read. A changelog begins with the version that is asked for; what no heading names yet belongs to the
 * version that runs.
 */
export const contentRoutes = ({ folder, version: running }: ContentDeps): Answer[] => {
  const read: Partial<Record<ChangelogLanguage, Promise<ChangelogEntry[]>>> = {};
  const entriesIn = (language: ChangelogLanguage): Promise<ChangelogEntry[]> => {
    const known = read[language];
    if (known) return known;
    const reading = readFile(join(folder, files[language]), 'utf8').then(readChangelog);
    read[language] = reading;
    // What could not be read is read again when someone asks again.
    reading.catch(() => delete read[language]);
    return reading;
  };
  return [
    answer(routes.changelog, async ({ params: { version, language } }) => {
      const entries = await entriesIn(language);
      const at = entries.findIndex((entry) => entry.version === version);
      if (at < 0 && version !== running) throw notFound('version');
      // Between the newest heading and the running version stands what was not released under a number of its own.
      return { language, entries: version === running ? entries : entries.slice(at) };
    }),
  ];
};
