import { type NewChannel, newChannel } from '@sidetone/contract/entities/admin-channel.ts';
import { ringStrategy } from '@sidetone/contract/entities/channel-routing.ts';
import { adminChannelRoutes } from '@sidetone/contract/http/admin/channel-routes.ts';
import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Field } from '#ui/Field.tsx';
import { Select } from '#ui/Select.tsx';
import { nameOf, useAdminChannels, useNumbers, useUsers } from '../directory.ts';
import { isFree } from '../numbers/is-free.ts';
import { useEditor } from '../use-editor.ts';
import { firstQueue, type QueueValues, ringSeconds } from './first-queue.ts';
import { PeoplePicker } from './PeoplePicker.tsx';
import { StepFrame, type StepMoves } from './StepFrame.tsx';

/** The most members of a channel. */
const mostMembers = 200;

/** The queue that takes the calls of the main number. */
export function QueueStep({ moves }: { moves: StepMoves }) {
  const { t } = useWords();
  const users = useUsers();
  const channels = useAdminChannels();
  const numbers = useNumbers();
  if ([users, channels, numbers].some(({ status }) => status === 'loading')) return null;
  const queues = channels.rows.filter(({ type }) => type === 'acd');
  if (queues.length > 0) {
    return (
      <StepFrame
        moves={moves}
        title={t(($) => $.admin.firstRun.queue.title)}
        text={t(($) => $.admin.firstRun.queue.there, { names: queues.map(({ name }) => name).join(', ') })}
        onSubmit={moves.next}
      >
        {null}
      </StepFrame>
    );
  }
  // Users who were just invited arrive a moment later, and are members as well.
  return <NewQueue key={users.rows.length} moves={moves} />;
}

function NewQueue({ moves }: { moves: StepMoves }) {
  const { t } = useWords();
  const people = useUsers().rows.filter(({ state }) => state !== 'deactivated');
  // The numbers of users stay with them.
  const numbers = useNumbers().rows.filter(isFree);
  const editor = useEditor<QueueValues, NewChannel>({
    values: {
      name: t(($) => $.admin.firstRun.queue.name),
      number: numbers[0]?.id ?? '',
      // In a large company the members cannot be guessed.
      userIds: people.length <= mostMembers ? people.map(({ id }) => id) : [],
      strategy: 'all-at-once',
      overflow: 'voicemail',
    },
    schema: newChannel,
    shape: firstQueue,
    save: async (body) => {
      await call(adminChannelRoutes.createChannel, { body });
      moves.next();
    },
  });
  const { register } = editor.form;
  return (
    <StepFrame
      moves={moves}
      title={t(($) => $.admin.firstRun.queue.title)}
      hint={t(($) => $.admin.firstRun.queue.hint)}
      busy={editor.busy}
      problem={editor.problem}
      onSubmit={() => void editor.submit()}
    >
      <div className="grid grid-cols-2 gap-3 max-[559px]:grid-cols-1">
        <Field label={t(($) => $.admin.channels.name)} error={editor.error('name')} {...register('name')} />
        <Select
          label={t(($) => $.admin.numbers.number)}
          options={[
            { value: '', label: t(($) => $.admin.none) },
            ...numbers.map(({ id }) => ({ value: id, label: formatNumber(id) })),
          ]}
          {...register('number')}
        />
      </div>
      <fieldset>
        <legend className="pb-2 font-med text-12 text-ink-2">{t(($) => $.admin.channels.members)}</legend>
        <PeoplePicker
          people={people.map((user) => ({ id: user.id, name: nameOf(user) }))}
          chosen={editor.form.watch('userIds')}
          most={mostMembers}
          error={editor.error('members')}
          onChange={(userIds) => editor.form.setValue('userIds', userIds, { shouldDirty: true })}
        />
      </fieldset>
      <div className="grid grid-cols-2 gap-3 max-[559px]:grid-cols-1">
        <Select
          label={t(($) => $.admin.channels.strategy)}
          options={ringStrategy.options.map((value) => ({
            value,
            label: t(($) => $.admin.channels.strategies[value]),
          }))}
          {...register('strategy')}
        />
        <Select
          label={t(($) => $.admin.firstRun.queue.after, { seconds: ringSeconds })}
          options={(['voicemail', 'none'] as const).map((value) => ({
            value,
            label: t(($) => $.admin.channels.destinations[value]),
          }))}
          {...register('overflow')}
        />
      </div>
    </StepFrame>
  );
}
