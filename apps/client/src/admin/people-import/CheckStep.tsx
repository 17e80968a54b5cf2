import type { CheckedPerson } from '@sidetone/contract/entities/people-import.ts';
import { adminPeopleImportRoutes } from '@sidetone/contract/http/admin/people-import-routes.ts';
import { useMemo, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Button } from '#ui/Button.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { Select } from '#ui/Select.tsx';
import { useRun } from '../run.ts';
import { CheckTable } from './CheckTable.tsx';
import { corrected, type Draft, type DraftRow, rowsOf, without } from './draft.ts';
import { ReadingBar } from './ReadingBar.tsx';
import { type PeopleCheckState, usePeopleCheck } from './use-people-check.ts';

const filters = ['all', 'ready', 'wrong', 'here'] as const;
type Filter = (typeof filters)[number];
const states = { ready: 'ready', wrong: 'problem', here: 'here' } as const;

interface CheckStepProps {
  draft: Draft;
  onDraft: (draft: Draft) => void;
  onBack: () => void;
  onStarted: (importId: string) => void;
}

/** The list as it would be created, each problem under its row. Nothing is written before the button is pressed. */
export function CheckStep({ draft, onDraft, onBack, onStarted }: CheckStepProps) {
  const { t, language: locale } = useWords();
  const { run, busy } = useRun();
  const [byExtension, setByExtension] = useState(true);
  const [mode, setMode] = useState<'each' | 'all'>('each');
  const [filter, setFilter] = useState<Filter>('all');
  const rows = useMemo(() => rowsOf(draft), [draft]);
  const check = usePeopleCheck(rows, { numbersByExtension: byExtension, locale });
  const count = countOf(rows, check);
  const shown =
    filter === 'all'
      ? rows
      : // What was corrected stays, so that no row goes while its field has the focus.
        rows.filter(
          ({ place }) =>
            check.checked.get(place)?.state === states[filter] || (filter === 'wrong' && draft.corrected.has(place)),
        );
  const isReady = check.state === 'checked' && count.ready > 0 && (mode === 'each' || count.wrong === 0);

  const create = async () => {
    const people = rows.flatMap(({ place, person }) =>
      // What is left out is not sent, so that the result shows what was wanted.
      check.checked.get(place)?.state === 'problem' ? [] : [person],
    );
    const body = { name: nameOfFile(draft.name), mode, people, numbersByExtension: byExtension, locale };
    const started = await run(() => call(adminPeopleImportRoutes.importPeople, { body }), null);
    if (started) onStarted(started.id);
  };

  return (
    <>
      <ReadingBar draft={draft} byExtension={byExtension} onByExtension={setByExtension} onDraft={onDraft} />
      <div className="flex min-h-12 flex-none flex-wrap items-center gap-3 px-6 py-2 max-[559px]:px-4">
        <Segmented<Filter>
          label={t(($) => $.admin.people.show)}
          value={filter}
          onChange={setFilter}
          options={filters.map((value) => ({ value, label: t(($) => $.admin.people[value], { count: count[value] }) }))}
        />
        <CheckState check={check} />
      </div>
      <CheckTable
        rows={shown}
        check={check}
        onCorrect={(place, what) => onDraft(corrected(draft, place, what))}
        onLeaveOut={(place) => onDraft(without(draft, place))}
      />
      <footer className="flex flex-none flex-wrap items-center gap-3 border-line border-t px-6 py-3 max-[559px]:px-4">
        <p className="min-w-0 flex-1 text-12 text-ink-2">{t(($) => $.admin.people.nobody)}</p>
        <Select
          label={t(($) => $.admin.people.mode)}
          small
          value={mode}
          onChange={(event) => setMode(event.target.value === 'all' ? 'all' : 'each')}
          options={(['each', 'all'] as const).map((value) => ({
            value,
            label: t(($) => $.admin.people.modes[value]),
          }))}
        />
        <Button tone="ghost" onClick={onBack}>
          {t(($) => $.admin.cancel)}
        </Button>
        <Button tone="primary" disabled={!isReady || busy} onClick={() => void create()}>
          {t(($) => $.admin.people.create, { count: count.ready })}
        </Button>
      </footer>
    </>
  );
}

function CheckState({ check: { state, retry } }: { check: PeopleCheckState }) {
  const { t } = useWords();
  if (state === 'failed') {
    return (
      <span role="alert" className="flex items-center gap-2 text-missed">
        {t(($) => $.admin.people.checkFailed)}
        <Button size="s" onClick={retry}>
          {t(($) => $.app.tryAgain)}
        </Button>
      </span>
    );
  }
  return (
    <span role="status" className="text-12 text-ink-3">
      {state === 'checking' ? t(($) => $.admin.people.checking) : ''}
    </span>
  );
}

function countOf(rows: readonly DraftRow[], { checked }: PeopleCheckState): Record<Filter, number> {
  const of = (state: CheckedPerson['state']) => rows.filter(({ place }) => checked.get(place)?.state === state).length;
  return { all: rows.length, ready: of('ready'), wrong: of('problem'), here: of('here') };
}

/** The name of a file may have characters that a name here has not. */
const nameOfFile = (name: string | null): string | null => name?.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim() || null;
