import type { LiveRoom, RoomOrder, RoomPerson } from '@sidetone/contract/entities/conference-room.ts';
import { conferenceRoomRoutes } from '@sidetone/contract/http/conference-room-routes.ts';
import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { Crown, Lock, LockOpen, Mic, MicOff, PhoneOff, UserMinus } from 'lucide-react';
import { useRef } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { Button } from '#ui/Button.tsx';
import { Chip } from '#ui/Chip.tsx';
import { confirm } from '#ui/confirm.ts';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { toast } from '#ui/toasts.ts';

/** Who is in a conference room now, and what its owner and administrators do about it. */
export function RoomPeople({ room }: { room: LiveRoom }) {
  const { t } = useWords();
  const steer = useSteering(room.id);
  // It takes the focus where somebody is removed.
  const list = useRef<HTMLElement>(null);
  const { people, isLocked, mostPeople: most, name } = room;
  const end = async () => {
    const isSure = await confirm({
      headline: t(($) => $.rooms.endTitle, { name }),
      text: t(($) => $.rooms.endText),
      action: t(($) => $.rooms.end),
      critical: true,
    });
    if (isSure) await steer({ do: 'end' });
  };
  return (
    <section ref={list} tabIndex={-1} aria-label={`${t(($) => $.rooms.people)}: ${name}`} className="outline-none">
      <div className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 flex-1 text-12 text-ink-3">
          {people.length === 0 ? t(($) => $.rooms.nobodyHere) : t(($) => $.rooms.here, { count: people.length, most })}
          {isLocked ? ` · ${t(($) => $.rooms.locked)}` : ''}
        </span>
        {people.length === 0 ? null : (
          <>
            <Button size="s" onClick={() => void steer({ do: 'lock', isLocked: !isLocked })}>
              <Icon of={isLocked ? LockOpen : Lock} />
              {t(($) => (isLocked ? $.rooms.unlock : $.rooms.lock))}
            </Button>
            <Button size="s" onClick={() => void end()}>
              <Icon of={PhoneOff} />
              {t(($) => $.rooms.end)}
            </Button>
          </>
        )}
      </div>
      {people.length === 0 ? null : (
        <ul className="mt-2 rounded-m border border-line bg-raised px-3">
          {people.map((person) => (
            <Person
              key={person.id}
              person={person}
              onMute={() => void steer({ do: 'mute', personId: person.id, isMuted: !person.isMuted })}
              onRemove={() => {
                list.current?.focus();
                void steer({ do: 'remove', personId: person.id });
              }}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function Person({ person, onMute, onRemove }: { person: RoomPerson; onMute: () => void; onRemove: () => void }) {
  const { t } = useWords();
  const { number, isModerator, isMuted, isWaiting } = person;
  const name = person.name ?? (number === null ? t(($) => $.rooms.anonymous) : formatNumber(number));
  return (
    <li className="flex min-h-10 items-center gap-2 border-line border-b py-1 last:border-b-0">
      <span dir="auto" className="min-w-0 flex-1 truncate" title={name}>
        {name}
        {person.name !== null && number !== null ? <span className="text-ink-3"> · {formatNumber(number)}</span> : null}
      </span>
      {isModerator ? (
        <Chip>
          <Icon of={Crown} size={12} />
          {t(($) => $.rooms.moderator)}
        </Chip>
      ) : null}
      {isWaiting ? <Chip line>{t(($) => $.rooms.waiting)}</Chip> : null}
      {isMuted ? <Chip line>{t(($) => $.rooms.muted)}</Chip> : null}
      <IconButton
        icon={isMuted ? MicOff : Mic}
        size={32}
        label={t(($) => (isMuted ? $.rooms.unmute : $.rooms.mute), { name })}
        onClick={onMute}
      />
      <IconButton icon={UserMinus} size={32} label={t(($) => $.rooms.remove, { name })} onClick={onRemove} />
    </li>
  );
}

/** Sends an order to the room; the list shows what came of it. */
function useSteering(roomId: string): (order: RoomOrder) => Promise<void> {
  const { t } = useWords();
  return async (body) => {
    try {
      await call(conferenceRoomRoutes.steerConferenceRoom, { params: { roomId }, body });
    } catch (error) {
      const code = codeOf(error);
      // Someone who is gone has left on their own.
      if (code !== 'NOT_FOUND')
        toast({ tone: 'error', title: t(($) => $.rooms.failed), text: t(($) => $.errors[code]) });
    }
  };
}
