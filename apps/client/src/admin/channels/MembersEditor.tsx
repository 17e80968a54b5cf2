import { mostChannelMembers } from '@sidetone/contract/entities/admin-channel.ts';
import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, useRef, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { useMe } from '#live/queries/me.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { useUserNames } from '../directory.ts';
import { PickAndAdd } from '../PickAndAdd.tsx';
import { PickSeveral } from '../pick-several/PickSeveral.tsx';
import { useChoosable } from '../pick-several/use-choosable.ts';

interface Member {
  userId: string;
  dialedIn: boolean;
  supervises?: boolean | undefined;
}

interface MembersEditorProps {
  members: readonly Member[];
  /** They ring in this order, so the places are numbered. */
  inOrder: boolean;
  onChange: (members: Member[]) => void;
}

/** Who belongs to a channel, in their order: by the arrows of a row, by Alt with Up and Down, or drawn by the pointer. */
export function MembersEditor({ members, inOrder, onChange }: MembersEditorProps) {
  const { t } = useWords();
  const names = useUserNames();
  const me = useMe();
  const others = useChoosable(members.map(({ userId }) => userId));
  const list = useRef<HTMLUListElement>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const [said, setSaid] = useState('');

  const change = (userId: string, to: Partial<Member>) =>
    onChange(members.map((member) => (member.userId === userId ? { ...member, ...to } : member)));
  const move = (userId: string, to: number) => {
    const from = members.findIndex((member) => member.userId === userId);
    const moved = members[from];
    if (!moved || to < 0 || to >= members.length || from === to) return;
    const next = members.filter((member) => member !== moved);
    next.splice(to, 0, moved);
    onChange(next);
    const name = names.get(userId) ?? '';
    setSaid(t(($) => $.admin.channels.moved, { name, place: to + 1, places: members.length }));
  };
  const onKeyDown = (event: KeyboardEvent, userId: string, at: number) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    move(userId, event.key === 'ArrowUp' ? at - 1 : at + 1);
  };
  const onDragOver = (event: DragEvent, at: number) => {
    if (dragged === null) return;
    event.preventDefault();
    if (members[at]?.userId !== dragged) move(dragged, at);
  };

  return (
    <div className="grid gap-3">
      {members.length === 0 ? <p className="text-ink-3">{t(($) => $.admin.channels.noMembers)}</p> : null}
      <ul ref={list} aria-label={t(($) => $.admin.channels.members)}>
        {members.map(({ userId, dialedIn, supervises = false }, at) => {
          const name = names.get(userId) ?? '';
          return (
            <li
              key={userId}
              draggable
              onDragStart={() => setDragged(userId)}
              onDragEnd={() => setDragged(null)}
              onDragOver={(event) => onDragOver(event, at)}
              onKeyDown={(event) => onKeyDown(event, userId, at)}
              className={cn(
                'flex h-11 items-center gap-2 border-line border-b last:border-b-0',
                dragged === userId && 'bg-accent-tint',
              )}
            >
              <Icon of={GripVertical} className="cursor-grab text-ink-4" />
              {inOrder ? <span className="w-5 text-right text-ink-3">{at + 1}</span> : null}
              <Avatar name={name} size="xs" />
              <span className="min-w-0 flex-1 truncate font-med">{name}</span>
              <Checkbox
                label={t(($) => $.admin.channels.rings)}
                aria-label={t(($) => $.admin.channels.ringsFor, { name })}
                checked={dialedIn}
                onChange={(event) => change(userId, { dialedIn: event.target.checked })}
              />
              {me?.admin ? (
                <Checkbox
                  label={t(($) => $.admin.channels.supervises)}
                  aria-label={t(($) => $.admin.channels.supervisesFor, { name })}
                  checked={supervises}
                  onChange={(event) => change(userId, { supervises: event.target.checked })}
                />
              ) : null}
              <IconButton
                icon={ArrowUp}
                label={t(($) => $.admin.channels.moveUp, { name })}
                disabled={at === 0}
                onClick={() => move(userId, at - 1)}
              />
              <IconButton
                icon={ArrowDown}
                label={t(($) => $.admin.channels.moveDown, { name })}
                disabled={at === members.length - 1}
                onClick={() => move(userId, at + 1)}
              />
              <IconButton
                icon={X}
                label={t(($) => $.admin.channels.takeOut, { name })}
                onClick={() => onChange(members.filter((member) => member.userId !== userId))}
              />
            </li>
          );
        })}
      </ul>
      {others.length > 0 ? (
        <>
          <PickAndAdd
            label={t(($) => $.admin.channels.addMember)}
            options={others.map(({ id, name }) => ({ value: id, label: name }))}
            noneFound={t(($) => $.admin.channels.noSuchUser)}
            onAdd={(userId) => onChange([...members, { userId, dialedIn: true }])}
          />
          <PickSeveral
            people={others}
            most={mostChannelMembers - members.length}
            onAdd={(ids) => onChange([...members, ...ids.map((userId) => ({ userId, dialedIn: true }))])}
          />
        </>
      ) : null}
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  );
}
