import type { AdminUser } from '@sidetone/contract/entities/admin-user.ts';
import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { CircleAlert, X } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Select } from '#ui/Select.tsx';
import { nameOf } from '../directory.ts';
import { NumberChoice } from '../users/NumberChoice.tsx';
import { useTakenExtensions } from '../users/taken-extensions.ts';
import { type Invitee, type PeopleRow, problemOf } from './people-rows.ts';

interface PeopleTableProps {
  you: { user: AdminUser; number: string | null } | null;
  people: readonly Invitee[];
  /** Why each of them cannot be invited, in words; null where they can. */
  problems: readonly (string | null)[];
  /** Numbers that lead nowhere yet; where the company has none, there is no choice. */
  choosable: readonly string[];
  /** They are being invited: nothing can be changed. */
  isSending: boolean;
  onYourNumber: (number: string | null) => void;
  onCorrect: (at: number, corrected: PeopleRow['corrected']) => void;
  onLeaveOut: (at: number) => void;
}

/** All people to be invited, the administrator first: their names, extensions and numbers. */
export function PeopleTable(props: PeopleTableProps) {
  const { you, people, problems, choosable, isSending, onYourNumber, onCorrect, onLeaveOut } = props;
  const { t } = useWords();
  const { isTaken } = useTakenExtensions();
  const given = new Set([you?.number, ...people.map(({ number }) => number)]);
  const leftFor = (own: string | null) => choosable.filter((number) => number === own || !given.has(number));
  return (
    <fieldset disabled={isSending}>
      <ul aria-label={t(($) => $.admin.firstRun.people.title)} className="border-line border-t">
        {you ? (
          <li className="flex items-end gap-2 border-line border-b py-3 max-[559px]:flex-wrap">
            <span className="min-w-0 flex-1 pb-2">
              <span className="block truncate font-med">{nameOf(you.user)}</span>
              <span className="block truncate text-12 text-ink-2">
                {[t(($) => $.admin.firstRun.people.you), ...you.user.extensions].join(', ')}
              </span>
            </span>
            {choosable.length === 0 && you.user.numbers.length === 0 ? null : you.user.numbers.length > 0 ? (
              <span className="w-52 pb-2">{you.user.numbers.map(formatNumber).join(', ')}</span>
            ) : (
              <NumberChoice
                className="w-52"
                label={t(($) => $.admin.users.number)}
                choosable={leftFor(you.number)}
                value={you.number}
                onChange={onYourNumber}
              />
            )}
            <span className="w-8" />
          </li>
        ) : null}
        {people.map((person, at) => (
          <PersonRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a pasted line has no identity but its place
            key={at}
            person={person}
            problem={problems[at] ?? null}
            isReady={problemOf(people, at, isTaken) === null}
            choosable={choosable.length === 0 ? null : leftFor(person.number)}
            onCorrect={(corrected) => onCorrect(at, corrected)}
            onLeaveOut={() => onLeaveOut(at)}
          />
        ))}
      </ul>
    </fieldset>
  );
}

interface PersonRowProps {
  person: Invitee;
  problem: string | null;
  /** Everything about them is there: a row that is being typed has no problem yet, and is not ready either. */
  isReady: boolean;
  /** Null: the company has no number to give. */
  choosable: readonly string[] | null;
  onCorrect: (corrected: PeopleRow['corrected']) => void;
  onLeaveOut: () => void;
}

function PersonRow({ person, problem, isReady, choosable, onCorrect, onLeaveOut }: PersonRowProps) {
  const { t } = useWords();
  return (
    <li className="grid gap-2 border-line border-b py-3">
      <div className="flex items-end gap-2 max-[559px]:flex-wrap">
        <Field
          className="w-36"
          label={t(($) => $.admin.users.firstName)}
          value={person.firstName}
          onChange={(event) => onCorrect({ firstName: event.target.value })}
        />
        <Field
          className="w-40"
          label={t(($) => $.admin.users.lastName)}
          value={person.lastName}
          onChange={(event) => onCorrect({ lastName: event.target.value })}
        />
        <Field
          className="min-w-0 flex-1"
          label={t(($) => $.admin.users.email)}
          value={person.email}
          onChange={(event) => onCorrect({ email: event.target.value })}
        />
        <IconButton icon={X} size={32} label={`${t(($) => $.admin.remove)}: ${person.email}`} onClick={onLeaveOut} />
      </div>
      <div className="flex items-end gap-2 max-[559px]:flex-wrap">
        <Select
          className="w-36"
          label={t(($) => $.admin.users.role)}
          options={[
            { value: 'member', label: t(($) => $.admin.users.member) },
            { value: 'admin', label: t(($) => $.admin.users.isAdmin) },
          ]}
          value={person.admin ? 'admin' : 'member'}
          onChange={(event) => onCorrect({ admin: event.target.value === 'admin' })}
        />
        <Field
          className="w-24"
          label={t(($) => $.admin.users.extensionLong)}
          inputMode="numeric"
          value={person.extension}
          onChange={(event) => onCorrect({ extension: event.target.value.trim() })}
        />
        {choosable === null ? null : (
          <NumberChoice
            className="w-52"
            label={t(($) => $.admin.users.number)}
            choosable={choosable}
            value={person.number}
            onChange={(number) => onCorrect({ number })}
          />
        )}
        {problem === null ? (
          <span className="pb-2 text-12 text-ink-2">{isReady ? t(($) => $.admin.firstRun.people.ready) : null}</span>
        ) : (
          <span className="flex min-w-0 flex-1 items-center gap-1.5 pb-2 text-12 text-missed">
            <Icon of={CircleAlert} size={14} />
            {problem}
          </span>
        )}
      </div>
    </li>
  );
}
