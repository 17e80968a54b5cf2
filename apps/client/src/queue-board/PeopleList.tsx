import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { usePauseWords } from '#channels/pauses.ts';
import { fullName } from '#contacts/colleagues.ts';
import { PickUp } from '#contacts/PickUp.tsx';
import { formatDuration } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { useMe } from '#live/queries/me.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { cn } from '#ui/cn.ts';
import { Empty } from '#ui/Empty.tsx';
import type { BoardPartProps } from './BoardFigures.tsx';
import { type PersonState, peopleOf, type ShownPerson, secondsSince } from './board-people.ts';
import { Listening } from './Listening.tsx';

const tones: Readonly<Record<PersonState, string>> = {
  talking: 'bg-missed-tint text-missed',
  ringing: 'bg-ring-tint text-ring',
  other: 'bg-missed-tint text-missed',
  followUp: 'bg-held-tint text-held',
  free: 'bg-live-tint text-live',
  paused: 'bg-well text-ink-2',
  doNotDisturb: 'bg-missed-tint text-missed',
  busy: 'bg-missed-tint text-missed',
  away: 'bg-well text-ink-3',
  loggedOut: 'bg-well text-ink-3',
};

/** Who is on what: each member with their state, whom they talk to in this queue, and since when. */
export function PeopleList({ board, now, isWall }: BoardPartProps) {
  const { t } = useWords();
  const people = peopleOf(board, now);
  return (
    <section className="min-w-0 border-line px-6 py-4 min-[900px]:border-l max-[559px]:px-4">
      <h2 className={cn('mb-2 font-semi', isWall ? 'text-20' : 'text-12 text-ink-2')}>
        {t(($) => $.queueBoard.people)}
      </h2>
      {people.length === 0 ? <Empty title={t(($) => $.queueBoard.noPeople)} /> : null}
      <ul className="border-line border-t" aria-label={t(($) => $.queueBoard.people)}>
        {people.map((shown) => (
          <PersonRow key={shown.person.id} board={board} shown={shown} now={now} isWall={isWall} />
        ))}
      </ul>
    </section>
  );
}

function PersonRow({ board, shown, now, isWall }: BoardPartProps & { shown: ShownPerson }) {
  const { t } = useWords();
  const pauseWords = usePauseWords();
  const me = useMe();
  const { person, state, call, pause, since } = shown;
  const name = fullName(person);
  const seconds = secondsSince(since, now);
  const number = call?.number == null ? null : formatNumber(call.number);
  const otherSide = call ? (call.name ?? number ?? t(($) => $.queueBoard.anonymous)) : '';
  return (
    <li className={cn('flex flex-wrap items-center gap-3 border-line border-b py-2', isWall ? 'text-20' : 'min-h-13')}>
      <Avatar size="m" name={name} imageUrl={person.avatar ?? null} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-med">{name}</span>
        <span className={cn('block truncate text-ink-3', !isWall && 'text-12')}>
          {t(($) => $.queueBoard.callsToday, { count: person.answered })}
        </span>
      </span>
      <span className={cn('flex flex-none', isWall ? 'w-64' : 'w-44 max-[559px]:w-auto')}>
        <span className={cn('truncate rounded-xs px-2 py-0.5 font-med', !isWall && 'text-12', tones[state])}>
          {pause ? pauseWords(pause) : t(($) => $.queueBoard.states[state])}
        </span>
      </span>
      <span className="w-36 min-w-0 truncate text-ink-2 max-[559px]:hidden">{otherSide}</span>
      <span className={cn('w-14 flex-none text-right text-ink-2 tabular-nums', isWall && 'w-24')}>
        {seconds === null ? '' : formatDuration(seconds)}
      </span>
      {call?.state === 'ringing' && !isWall ? (
        <PickUp userId={person.id} isOwnChannel={board.people.some(({ id }) => id === me?.id)} />
      ) : null}
      {call?.state === 'talking' && !isWall ? <Listening board={board} call={call} name={name} /> : null}
    </li>
  );
}
