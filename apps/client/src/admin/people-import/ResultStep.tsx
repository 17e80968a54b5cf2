import { adminQueries } from '@sidetone/contract/documents/admin-queries.ts';
import type { ImportedRow, PeopleImport } from '@sidetone/contract/entities/people-import.ts';
import { adminPeopleImportRoutes } from '@sidetone/contract/http/admin/people-import-routes.ts';
import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { useLive } from '#live/queries/live.ts';
import { Button } from '#ui/Button.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { ConfirmDialog, type Question } from '../ConfirmDialog.tsx';
import { useUsers } from '../directory.ts';
import { useRun } from '../run.ts';
import { LinkFields } from '../users/HandedLinks.tsx';
import { needsInvitation } from './needs-invitation.ts';
import { type Invited, useInvitations } from './use-invitations.ts';

/** What leaving would lose: links that are being made, or links that are shown and are never shown again. */
export type Held = 'nothing' | 'inviting' | 'links';

interface Leaving {
  onClose: () => void;
  onHeld: (held: Held) => void;
}

/** An import: its progress, then who was created, their invitations, and the way to take it back. */
export function ResultStep({ importId, ...leaving }: { importId: string } & Leaving) {
  const found = useLive(adminQueries.adminPeopleImports, {}).rows.find(({ id }) => id === importId);
  if (found === undefined) return <Spinner />;
  return found.state === 'running' ? <Progress found={found} /> : <Ended found={found} {...leaving} />;
}

function Progress({ found: { total, created, here, refused } }: { found: PeopleImport }) {
  const { t } = useWords();
  const done = created + here + refused;
  return (
    <div className="grid max-w-[560px] gap-3 p-6">
      <h2 className="font-semi">{t(($) => $.admin.people.running)}</h2>
      <progress aria-label={t(($) => $.admin.people.running)} className="w-full" value={done} max={total} />
      <p role="status">{t(($) => $.admin.people.progress, { done, total })}</p>
      <p className="text-12 text-ink-2">{t(($) => $.admin.people.leave)}</p>
    </div>
  );
}

function Ended({ found, onClose, onHeld }: { found: PeopleImport } & Leaving) {
  const { t } = useWords();
  const { run } = useRun();
  const [question, setQuestion] = useState<Question | null>(null);
  const { invited, isRunning, invite } = useInvitations();
  const users = useUsers().rows;
  const { id: importId, state, created, removed } = found;
  // Undoing removes the users whom the links invite.
  const hasLinks = state !== 'undone' && invited !== null && invited.links.length > 0;
  const held = isRunning ? 'inviting' : hasLinks ? 'links' : 'nothing';
  useEffect(() => onHeld(held), [held, onHeld]);
  const { data, isError, refetch } = useQuery({
    queryKey: ['imported-people', importId, state],
    queryFn: ({ signal }) => call(adminPeopleImportRoutes.importedPeople, { params: { importId } }, { signal }),
    retry: false,
  });
  const rows = data?.rows ?? [];
  // Opening a result again mails nobody twice.
  const waiting = new Set(users.filter(needsInvitation).map(({ id }) => id));
  const guests = rows.filter((row) => row.state === 'created' && row.userId !== null && waiting.has(row.userId));
  const undo = () =>
    run(() => call(adminPeopleImportRoutes.undoPeopleImport, { params: { importId } }), null).then(() => {});
  return (
    <>
      <div className="min-h-0 flex-1 overflow-auto p-6 max-[559px]:p-4">
        <div className="grid max-w-[800px] gap-5">
          <h2 className="font-semi text-16">
            {state === 'failed' && created === 0
              ? t(($) => $.admin.people.failed)
              : state === 'undone'
                ? t(($) => $.admin.people.undone, { count: removed })
                : t(($) => $.admin.people.created, { count: created })}
          </h2>
          {invited === null ? null : <Invitations invited={invited} />}
          {isError ? (
            <p role="alert" className="flex items-center gap-3">
              {t(($) => $.admin.loadFailed)}
              <Button onClick={() => void refetch()}>{t(($) => $.app.tryAgain)}</Button>
            </p>
          ) : (
            <Rows rows={rows} />
          )}
        </div>
      </div>
      <footer className="flex flex-none flex-wrap items-center gap-3 border-line border-t px-6 py-3 max-[559px]:px-4">
        {state === 'undone' || created === 0 ? null : (
          <Button
            tone="danger"
            disabled={isRunning}
            onClick={() =>
              setQuestion({
                title: t(($) => $.admin.people.undo.title),
                text: t(($) => $.admin.people.undo.text),
                action: t(($) => $.admin.people.undo.confirm),
                run: undo,
              })
            }
          >
            {t(($) => $.admin.people.undo.action)}
          </Button>
        )}
        <span className="flex-1" />
        <Button disabled={isRunning} onClick={onClose}>
          {t(($) => $.admin.people.done)}
        </Button>
        {guests.length === 0 || invited !== null ? null : (
          <Button tone="primary" onClick={() => void invite(guests)}>
            {t(($) => $.admin.people.invite, { count: guests.length })}
          </Button>
        )}
      </footer>
      <ConfirmDialog question={question} onClose={() => setQuestion(null)} />
    </>
  );
}

/** How inviting goes, and the links that no mail took. */
function Invitations({ invited: { done, total, mailed, failed, links } }: { invited: Invited }) {
  const { t } = useWords();
  return (
    <section aria-label={t(($) => $.admin.firstRun.people.links)} className="grid gap-3">
      <p role="status">
        {done < total
          ? t(($) => $.admin.people.inviting, { done, total })
          : [
              mailed > 0 ? t(($) => $.admin.people.invitedByMail, { count: mailed }) : null,
              failed > 0 ? t(($) => $.admin.people.notInvited, { count: failed }) : null,
              links.length > 0 ? t(($) => $.admin.people.links) : null,
            ]
              .filter((text) => text !== null)
              .join(' · ')}
      </p>
      <LinkFields links={links} />
    </section>
  );
}

function Rows({ rows }: { rows: readonly ImportedRow[] }) {
  const { t } = useWords();
  return (
    <ul aria-label={t(($) => $.admin.people.title)} className="divide-y divide-line border-line border-y">
      {rows.map(({ place, firstName, lastName, email, extension, number, state, problem }) => (
        <li key={place} className="flex min-h-9 flex-wrap items-center gap-x-4 py-1">
          <span className="w-44 truncate font-med">{`${firstName} ${lastName}`.trim() || email}</span>
          <span className="min-w-0 flex-1 truncate text-ink-2">
            {[email, extension, number && formatNumber(number)].filter(Boolean).join(', ')}
          </span>
          <span className={state === 'refused' ? 'text-missed' : 'text-ink-2'}>
            {t(($) => $.admin.people.states[state])}
            {state === 'refused' && problem !== null ? `: ${t(($) => $.admin.people.reasons[problem])}` : ''}
          </span>
        </li>
      ))}
    </ul>
  );
}
