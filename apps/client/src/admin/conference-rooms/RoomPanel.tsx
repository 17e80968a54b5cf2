import {
  type AdminConferenceRoom,
  type ConferenceRoomChange,
  type NewConferenceRoom,
  roomLimits,
} from '@sidetone/contract/entities/conference-room.ts';
import { conferenceRoomRoutes } from '@sidetone/contract/http/conference-room-routes.ts';
import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { useLiveRooms } from '#conference-rooms/live-rooms.ts';
import { RoomPeople } from '#conference-rooms/RoomPeople.tsx';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Field } from '#ui/Field.tsx';
import { Select } from '#ui/Select.tsx';
import { Switch } from '#ui/Switch.tsx';
import { nameOf, useNumbers, useUsers } from '../directory.ts';
import { EditorPanel, Group } from '../EditorPanel.tsx';
import { useEditor } from '../use-editor.ts';
import { type RoomBody, type RoomValues, roomShape, roomValues, schemaFor } from './room-form.ts';

interface RoomPanelProps {
  /** Null makes a new one. */
  room: AdminConferenceRoom | null;
  onClose: () => void;
}

/** A conference room: how it is reached, who gets in, and who is there now. */
export function RoomPanel({ room, onClose }: RoomPanelProps) {
  const { t } = useWords();
  const live = useLiveRooms().rows.find(({ id }) => id === room?.id);
  // The room that the form was filled from: what another administrator changed since then is not written over.
  const [revision] = useState(room?.revision);
  const editor = useEditor<RoomValues, RoomBody>({
    values: roomValues(room),
    schema: schemaFor(room),
    shape: roomShape,
    async save(body) {
      if (room) {
        const change = { ...(body as ConferenceRoomChange), revision };
        await call(conferenceRoomRoutes.changeConferenceRoom, { params: { roomId: room.id }, body: change });
      } else await call(conferenceRoomRoutes.createConferenceRoom, { body: body as NewConferenceRoom });
      onClose();
    },
    refusal: (_path, reason) =>
      reason === 'samePin' || reason === 'nobodyLeads' ? t(($) => $.rooms.problems[reason]) : undefined,
    saved: t(($) => $.admin.saved),
  });
  const { register } = editor.form;
  return (
    <EditorPanel
      title={room?.name ?? t(($) => $.rooms.add)}
      subtitle={room ? undefined : t(($) => $.rooms.addText)}
      onClose={onClose}
      dirty={editor.dirty}
      busy={editor.busy}
      problem={editor.problem}
      onSubmit={() => void editor.submit()}
      {...(room ? {} : { submitLabel: t(($) => $.rooms.create) })}
    >
      {live ? <RoomPeople room={live} /> : null}
      <Field
        label={t(($) => $.rooms.name)}
        autoComplete="off"
        autoFocus={room === null}
        error={editor.error('name')}
        {...register('name')}
      />
      <div className="grid grid-cols-2 gap-3 max-[559px]:grid-cols-1">
        <Field
          label={t(($) => $.rooms.extension)}
          inputMode="numeric"
          autoComplete="off"
          readOnly={room !== null}
          help={room ? undefined : t(($) => $.rooms.extensionHelp)}
          error={editor.error('extension')}
          {...register('extension')}
        />
        <NumberSelect room={room} error={editor.error('number')} field={register('number')} />
      </div>
      <Group title={t(($) => $.rooms.pin)} text={t(($) => $.rooms.pinHelp)}>
        <div className="grid grid-cols-2 gap-3 max-[559px]:grid-cols-1">
          <Field
            label={t(($) => $.rooms.pin)}
            inputMode="numeric"
            autoComplete="off"
            error={editor.error('pin')}
            {...register('pin')}
          />
          <Field
            label={t(($) => $.rooms.moderatorPin)}
            inputMode="numeric"
            autoComplete="off"
            help={t(($) => $.rooms.moderatorPinHelp)}
            error={editor.error('moderatorPin')}
            {...register('moderatorPin')}
          />
        </div>
        <OwnerSelect error={editor.error('ownerUserId')} field={register('ownerUserId')} />
        <Switch
          label={t(($) => $.rooms.waits)}
          help={editor.error('waitsForModerator') ?? t(($) => $.rooms.waitsHelp)}
          {...register('waitsForModerator')}
        />
      </Group>
      <Field
        label={t(($) => $.rooms.mostPeople)}
        type="number"
        min={roomLimits.leastPeople}
        max={roomLimits.people}
        error={editor.error('mostPeople')}
        {...register('mostPeople', { valueAsNumber: true })}
      />
      <Switch label={t(($) => $.rooms.announces)} {...register('announces')} />
    </EditorPanel>
  );
}

interface ChoiceProps {
  error: string | undefined;
  field: UseFormRegisterReturn;
}

/** Numbers that lead nowhere yet, and that of the room. */
function NumberSelect({ room, error, field }: ChoiceProps & Pick<RoomPanelProps, 'room'>) {
  const { t } = useWords();
  const free = useNumbers().rows.filter(({ channelId, id }) => channelId === null || room?.numbers.includes(id));
  return (
    <Select
      label={t(($) => $.rooms.number)}
      error={error}
      options={[
        { value: '', label: t(($) => $.rooms.noNumber) },
        ...free.map(({ id, label }) => ({
          value: id,
          label: [formatNumber(id), ...(label ? [label] : [])].join(' · '),
        })),
      ]}
      {...field}
    />
  );
}

function OwnerSelect({ error, field }: ChoiceProps) {
  const { t } = useWords();
  const users = useUsers().rows.filter(({ deactivatedAt }) => deactivatedAt === null);
  return (
    <Select
      label={t(($) => $.rooms.owner)}
      help={t(($) => $.rooms.ownerHelp)}
      error={error}
      options={[
        { value: '', label: t(($) => $.rooms.noOwner) },
        ...users.map((user) => ({ value: user.id, label: nameOf(user) })),
      ]}
      {...field}
    />
  );
}
