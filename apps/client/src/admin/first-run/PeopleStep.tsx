import { newUser } from '@sidetone/contract/entities/admin-user.ts';
import type { Reach } from '@sidetone/contract/entities/common.ts';
import { adminUserRoutes } from '@sidetone/contract/http/admin-user-routes.ts';
import { CircleAlert, X } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/api-error.ts';
import { call } from '#live/http.ts';
import { Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { CopyField } from '../CopyField.tsx';
import { useAdminAccount, useUsers } from '../directory.ts';
import { OnlyHere } from '../OnlyHere.tsx';
import { needsHandover } from '../users/made-link.ts';
import { patiently } from './patiently.ts';
import { type PastedPerson, readPeople } from './read-people.ts';
import { StepFrame, type StepMoves } from './StepFrame.tsx';

interface Row extends PastedPerson {
  /** In words; null where nothing is wrong. */
  problem: string | null;
}

/** Several people at once: pasted, corrected, invited. */
export function PeopleStep({ moves }: { moves: StepMoves }) {
  const { t, language } = useWords();
  const account = useAdminAccount();
  const there = useUsers().rows.length;
  const [pasted, setPasted] = useState('');
  const [rows, setRows] = useState<Row[]>([]);
  const [links, setLinks] = useState<{ name: string; url: string | null; reach: Reach }[]>([]);
  const [busy, setBusy] = useState(false);

  const read = (text: string) => {
    setPasted(text);
    setRows(readPeople(text).map((person) => ({ ...person, problem: null })));
  };
  const change = (at: number, what: Partial<Row>) =>
    setRows(rows.map((row, index) => (index === at ? { ...row, problem: null, ...what } : row)));
  const bodyOf = ({ firstName, lastName, email }: Row) => ({ firstName, lastName, email, locale: language });

  const invite = async () => {
    if (rows.length === 0) return moves.next();
    const checked = rows.map((row) => ({
      ...row,
      problem: newUser.safeParse(bodyOf(row)).success ? null : t(($) => $.admin.firstRun.people.incomplete),
    }));
    setRows(checked);
    if (checked.some(({ problem }) => problem !== null)) return;
    setBusy(true);
    const left: Row[] = [];
    const made: typeof links = [];
    for (const row of checked) {
      try {
        const { invitation } = await patiently(() => call(adminUserRoutes.createUser, { body: bodyOf(row) }));
        if (invitation && needsHandover(invitation)) {
          made.push({ name: `${row.firstName} ${row.lastName}`, url: invitation.url, reach: invitation.reach });
        }
      } catch (error) {
        const code = codeOf(error);
        left.push({ ...row, problem: t(($) => (code === 'CONFLICT' ? $.admin.issue.taken : $.errors[code])) });
      }
    }
    setBusy(false);
    setRows(left);
    setPasted('');
    setLinks([...links, ...made]);
    if (left.length === 0 && made.length === 0) moves.next();
  };

  return (
    <StepFrame
      moves={moves}
      title={t(($) => $.admin.firstRun.people.title)}
      text={account?.sendsMail ? t(($) => $.admin.users.byMail) : t(($) => $.admin.firstRun.people.byLink)}
      hint={t(($) => $.admin.firstRun.people.there, { count: there })}
      busy={busy}
      submitLabel={
        rows.length > 0
          ? t(($) => $.admin.firstRun.people.invite, { count: rows.length })
          : t(($) => $.admin.firstRun.next)
      }
      onSubmit={() => void invite()}
    >
      <TextArea
        label={t(($) => $.admin.firstRun.people.paste)}
        placeholder={'ada.lovelace@example.org\nGrace Hopper <grace@example.org>'}
        value={pasted}
        onChange={(event) => read(event.target.value)}
      />
      {rows.length > 0 ? (
        <ul aria-label={t(($) => $.admin.firstRun.people.title)}>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a pasted line has no identity but its place
            <li key={at} className="border-line border-b py-2 last:border-b-0">
              <div className="flex items-end gap-2 max-[559px]:flex-wrap">
                <Field
                  className="w-36"
                  label={t(($) => $.admin.users.firstName)}
                  value={row.firstName}
                  onChange={(event) => change(at, { firstName: event.target.value })}
                />
                <Field
                  className="w-44"
                  label={t(($) => $.admin.users.lastName)}
                  value={row.lastName}
                  onChange={(event) => change(at, { lastName: event.target.value })}
                />
                <Field
                  className="min-w-0 flex-1"
                  label={t(($) => $.admin.users.email)}
                  value={row.email}
                  onChange={(event) => change(at, { email: event.target.value })}
                />
                <IconButton
                  icon={X}
                  size={32}
                  label={`${t(($) => $.admin.remove)}: ${row.email}`}
                  onClick={() => setRows(rows.filter((_, index) => index !== at))}
                />
              </div>
              {row.problem === null ? null : (
                <p className="flex items-center gap-1.5 pt-1 text-12 text-missed">
                  <Icon of={CircleAlert} size={14} />
                  {row.problem}
                </p>
              )}
            </li>
          ))}
        </ul>
      ) : null}
      {links.length > 0 ? (
        <section aria-label={t(($) => $.admin.firstRun.people.links)} className="grid gap-3">
          <p role="status">{t(($) => $.admin.firstRun.people.links)}</p>
          <OnlyHere reach={links.at(-1)?.reach ?? 'others'} about="link" />
          {links.map(({ name, url }) => (url === null ? null : <CopyField key={url} label={name} value={url} />))}
        </section>
      ) : null}
    </StepFrame>
  );
}
