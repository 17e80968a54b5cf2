import type { Locale } from '@sidetone/contract/entities/common.ts';
import type { CheckedPerson } from '@sidetone/contract/entities/people-import.ts';
import { adminPeopleImportRoutes } from '@sidetone/contract/http/admin/people-import-routes.ts';
import { useEffect, useState } from 'react';
import { call } from '#live/line/http.ts';
import type { DraftRow } from './draft.ts';

/** While something is typed, the list is not checked for each letter. */
const restMs = 300;

/** What the server says of the rows by their places: `checking` while it looks at what was changed last. */
export interface PeopleCheckState {
  readonly checked: ReadonlyMap<number, CheckedPerson>;
  readonly state: 'checking' | 'checked' | 'failed';
  retry(): void;
}

/** What was asked; an answer counts only for the same rows and options. */
interface Asked {
  readonly rows: readonly DraftRow[];
  readonly numbersByExtension: boolean;
  readonly locale: Locale;
}

const isSame = (one: Asked | undefined, other: Asked): boolean =>
  one?.rows === other.rows && one.numbersByExtension === other.numbersByExtension && one.locale === other.locale;

/** Checks rows whenever they change; `rows` is the same object while they are the same. */
export function usePeopleCheck(
  rows: readonly DraftRow[],
  { numbersByExtension, locale }: { numbersByExtension: boolean; locale: Locale },
): PeopleCheckState {
  const [found, setFound] = useState<{ of: Asked; checked: PeopleCheckState['checked'] } | null>(null);
  const [failed, setFailed] = useState<Asked | null>(null);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is another check
  useEffect(() => {
    if (rows.length === 0) return;
    const asked = { rows, numbersByExtension, locale };
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const body = { people: rows.map(({ person }) => person), numbersByExtension, locale };
      try {
        const { people } = await call(adminPeopleImportRoutes.checkPeople, { body }, { signal: stop.signal });
        const byPlace = people.flatMap((person, at) => {
          const place = rows[at]?.place;
          return place === undefined ? [] : [[place, person] as const];
        });
        setFound({ of: asked, checked: new Map(byPlace) });
      } catch {
        if (!stop.signal.aborted) setFailed(asked);
      }
    }, restMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [rows, numbersByExtension, locale, tries]);
  const now = { rows, numbersByExtension, locale };
  const isCurrent = isSame(found?.of, now);
  return {
    checked: found?.checked ?? new Map(),
    state: isCurrent || rows.length === 0 ? 'checked' : isSame(failed ?? undefined, now) ? 'failed' : 'checking',
    retry: () => {
      setFailed(null);
      setTries(tries + 1);
    },
  };
}
