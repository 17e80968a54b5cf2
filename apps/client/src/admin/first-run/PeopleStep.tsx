import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { useMe } from '#live/queries/me.ts';
import { Switch } from '#ui/Switch.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { useAdminAccount, useNumbers, useUsers } from '../directory.ts';
import { OnlyHere } from '../OnlyHere.tsx';
import { type HandedLink, HandedLinks } from '../users/HandedLinks.tsx';
import { choosableNumbers } from '../users/propose-numbers.ts';
import { useTakenExtensions } from '../users/taken-extensions.ts';
import { PeopleTable } from './PeopleTable.tsx';
import { type Invitee, invitees, leftRow, lineOf, mergePeople, type PeopleRow, problemOf } from './people-rows.ts';
import { StepFrame, type StepMoves } from './StepFrame.tsx';
import { useInvite } from './use-invite.ts';

interface ByExtensionProps {
  proposes: boolean;
  /** Numbers that are still free when everybody has theirs. */
  left: number;
  disabled: boolean;
  onChange: (proposes: boolean) => void;
}

/** Whether numbers that end like the extensions are proposed. */
function ByExtension({ proposes, left, disabled, onChange }: ByExtensionProps) {
  const { t } = useWords();
  return (
    <Switch
      label={t(($) => $.admin.firstRun.people.byExtension)}
      help={
        proposes
          ? t(($) => $.admin.firstRun.people.byExtensionHelp, { count: left })
          : t(($) => $.admin.firstRun.people.byExtensionOff)
      }
      checked={proposes}
      disabled={disabled}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}

interface Sending {
  readonly people: readonly Invitee[];
  readonly yourNumber: string | null;
  /** How many of them were invited or refused. */
  readonly done: number;
}

/** Several people in one go: pasted, corrected, invited, each with an extension and a direct number. */
export function PeopleStep({ moves }: { moves: StepMoves }) {
  const { t } = useWords();
  const account = useAdminAccount();
  const users = useUsers().rows;
  const me = useMe();
  const numbers = useNumbers().rows;
  const { isTaken, ownerOf } = useTakenExtensions();
  const { invite, giveNumber } = useInvite();
  const [typed, setTyped] = useState('');
  const [all, setAll] = useState<PeopleRow[]>([]);
  const [proposes, setProposes] = useState(true);
  const [yourChoice, setYourChoice] = useState<string | null | undefined>();
  const [links, setLinks] = useState<HandedLink[]>([]);
  const [tried, setTried] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  // While people are invited one after the other, the rows are frozen: users who already exist take extensions, and the
  // proposals for everyone else would shift.
  const [sending, setSending] = useState<Sending | null>(null);

  const rows = all.filter(({ isLeftOut }) => !isLeftOut);
  const you = users.find(({ id }) => id === me?.webUserId);
  const asker = you && you.numbers.length === 0 ? { extension: you.extensions[0] ?? '', chosen: yourChoice } : null;
  const proposed = invitees(rows, { numbers, isTaken, first: asker, proposes });
  const { people, yourNumber } = sending ?? { people: proposed.people, yourNumber: proposed.first };
  const choosable = choosableNumbers(numbers);
  const problems = rows.map(({ refusal }, at) => {
    if (sending) return null;
    if (refusal !== null) return refusal;
    const found = problemOf(people, at, isTaken);
    // A line that is being typed is not reported as incomplete before the user has finished.
    if (found === null || (found === 'incomplete' && !tried)) return null;
    const { extension = '', email = '' } = people[at] ?? {};
    if (found === 'extensionWrong') return t(($) => $.admin.users.extensionWrong);
    if (found !== 'extensionTaken') return t(($) => $.admin.firstRun.people[found], { email });
    const other = people.findIndex((each) => each.extension === extension);
    const name = ownerOf(extension) ?? (other < at ? people[other]?.firstName : undefined);
    return name === undefined
      ? t(($) => $.admin.issue.reach.extensionMeaning)
      : t(($) => $.admin.users.extensionOf, { extension, name });
  });

  const change = (at: number, what: (row: PeopleRow) => PeopleRow) => {
    const changed = rows[at];
    setAll(all.map((row) => (row === changed ? what(row) : row)));
  };

  const submit = async () => {
    setSending({ people, yourNumber, done: 0 });
    setProblem(null);
    setTried(true);
    const refused = asker && you && yourNumber !== null ? await giveNumber(you.id, yourNumber) : null;
    const left: PeopleRow[] = [];
    const made: HandedLink[] = [];
    for (const [at, person] of people.entries()) {
      const row = rows[at];
      if (!row) continue;
      const result = problemOf(people, at, isTaken) === null ? await invite(person) : { refusal: null };
      // New numbers are proposed: the number may have been the problem.
      if ('refusal' in result) left.push(leftRow(row, person, result.refusal));
      else if (result.link) made.push({ name: `${person.firstName} ${person.lastName}`, ...result.link });
      setSending({ people, yourNumber, done: at + 1 });
    }
    setSending(null);
    setAll(left);
    setTyped(left.map(({ pasted }) => lineOf(pasted)).join('\n'));
    setTried(left.length > 0);
    setLinks([...links, ...made]);
    if (left.length > 0 || refused) setProblem(refused ?? t(($) => $.admin.firstRun.people.wrong));
    else if (made.length === 0) moves.next();
  };

  const free = choosable.length - [yourNumber, ...people.map(({ number }) => number)].filter((each) => each).length;
  return (
    <StepFrame
      moves={moves}
      title={t(($) => $.admin.firstRun.people.title)}
      text={account?.sendsMail ? t(($) => $.admin.users.byMail) : t(($) => $.admin.firstRun.people.byLink)}
      hint={t(($) => $.admin.firstRun.people.there, { count: users.length })}
      busy={sending !== null}
      busyLabel={sending && t(($) => $.admin.firstRun.people.sending, { done: sending.done, count: people.length })}
      problem={problem}
      submitLabel={
        rows.length > 0
          ? t(($) => $.admin.firstRun.people.invite, { count: rows.length })
          : t(($) => $.admin.firstRun.next)
      }
      onSubmit={() => void submit()}
    >
      {links.length === 0 ? <OnlyHere reach={account?.linksReach ?? 'others'} about="links" /> : null}
      <TextArea
        label={t(($) => $.admin.firstRun.people.paste)}
        placeholder={'ada.lovelace@example.org\nGrace Hopper <grace@example.org>'}
        value={typed}
        readOnly={sending !== null}
        onChange={(event) => {
          setTyped(event.target.value);
          setAll(mergePeople(all, event.target.value));
        }}
      />
      {choosable.length === 0 ? null : (
        <ByExtension proposes={proposes} left={free} disabled={sending !== null} onChange={setProposes} />
      )}
      <PeopleTable
        you={you ? { user: you, number: yourNumber } : null}
        people={people}
        problems={problems}
        choosable={choosable}
        isSending={sending !== null}
        onYourNumber={setYourChoice}
        onCorrect={(at, what) =>
          change(at, (row) => ({ ...row, corrected: { ...row.corrected, ...what }, refusal: null }))
        }
        onLeaveOut={(at) => change(at, (row) => ({ ...row, isLeftOut: true }))}
      />
      <HandedLinks links={links} />
    </StepFrame>
  );
}
