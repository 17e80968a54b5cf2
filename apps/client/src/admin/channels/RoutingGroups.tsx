import { ringStrategy } from '@sidetone/contract/entities/channel-routing.ts';
import type { UseFormReturn } from 'react-hook-form';
import { Greeting } from '#channels/Greeting.tsx';
import { useWords } from '#i18n/use-words.ts';
import { Field } from '#ui/Field.tsx';
import { RadioCards } from '#ui/RadioCards.tsx';
import { Select } from '#ui/Select.tsx';
import { Switch } from '#ui/Switch.tsx';
import { useAnnouncements } from '../announcements/announcements.ts';
import { useCallAssistants, useOpeningHours, useVoiceMenus } from '../directory.ts';
import { Group } from '../EditorPanel.tsx';
import { QueueSkillsGroup } from '../skills/QueueSkillsGroup.tsx';
import { ChannelMailGroup } from './ChannelMailGroup.tsx';
import type { ChannelValues } from './channel-form.ts';
import { DestinationField } from './DestinationField.tsx';
import { HolidaysEditor } from './HolidaysEditor.tsx';
import { HoursEditor } from './HoursEditor.tsx';
import { QueueLimitsGroup } from './QueueLimitsGroup.tsx';
import { WaitingGroup } from './WaitingGroup.tsx';

interface GroupProps {
  form: UseFormReturn<ChannelValues>;
  error: (path: string) => string | undefined;
  /** Sets a field of the routing that is not a plain input. */
  set: (name: string, value: unknown) => void;
  /** The channel whose setting this is; null for a new one. */
  ownChannelId: string | null;
  /** Several people share it. */
  isShared: boolean;
}

/** How calls ring, what callers hear, and where a call goes: all that the routing of a channel says. */
export function RoutingGroups(props: GroupProps) {
  return (
    <>
      <Ringing {...props} />
      {props.isShared ? (
        <WaitingGroup
          waiting={props.form.watch('routing.waiting')}
          voicemail={props.form.watch('routing.voicemail.enabled')}
          ownChannelId={props.ownChannelId}
          error={(path) => props.error(`routing.waiting.${path}`)}
          onChange={(waiting) => props.set('routing.waiting', waiting)}
        />
      ) : null}
      {props.isShared ? <QueueRules {...props} /> : null}
      <Announcements {...props} />
      <MenuFirst {...props} />
      <Asking {...props} />
      <Voicemail {...props} />
      {props.isShared && props.ownChannelId !== null ? <ChannelMailGroup channelId={props.ownChannelId} /> : null}
      <Times {...props} />
    </>
  );
}

/** Which skills callers of a shared channel need, and when an alarm says that too many wait. */
function QueueRules({ form, error, set }: GroupProps) {
  return (
    <>
      <QueueSkillsGroup
        skills={form.watch('routing.skills')}
        memberIds={form.watch('members').map(({ userId }) => userId)}
        error={(path) => error(`routing.skills.${path}`)}
        onChange={(skills) => set('routing.skills', skills)}
      />
      <QueueLimitsGroup
        limits={form.watch('routing.alarmLimits')}
        error={(path) => error(`routing.alarmLimits.${path}`)}
        onChange={(limits) => set('routing.alarmLimits', limits)}
      />
    </>
  );
}

/** Whom calls ring and for how long, and where unanswered ones go. */
function Ringing({ form, error, set, ownChannelId, isShared }: GroupProps) {
  const { t } = useWords();
  const { register, watch } = form;
  const routing = watch('routing');
  const seconds = (name: 'ringSeconds' | 'turnSeconds' | 'followUpSeconds' | 'serviceSeconds') => (
    <Field
      label={t(($) => $.admin.channels[name])}
      type="number"
      error={error(`routing.${name}`)}
      {...register(`routing.${name}`, { valueAsNumber: true })}
    />
  );
  return (
    <Group title={t(($) => $.admin.channels.ringing)}>
      {isShared ? (
        <RadioCards
          label={t(($) => $.admin.channels.strategy)}
          options={ringStrategy.options.map((value) => ({
            value,
            label: t(($) => $.admin.channels.strategies[value]),
            help: t(($) => $.admin.channels.strategyHelp[value]),
          }))}
          {...register('routing.strategy')}
        />
      ) : null}
      <div className="grid grid-cols-3 gap-3 max-[559px]:grid-cols-1">
        {seconds('ringSeconds')}
        {isShared && routing.strategy !== 'all-at-once' ? seconds('turnSeconds') : null}
        {isShared ? seconds('followUpSeconds') : null}
        {isShared ? seconds('serviceSeconds') : null}
      </div>
      <DestinationField
        label={t(($) => $.admin.channels.overflowLong)}
        ownChannelId={ownChannelId}
        voicemail={routing.voicemail.enabled}
        value={routing.overflow}
        error={error('routing.overflow') ?? error('routing.overflow.number')}
        onChange={(value) => set('routing.overflow', value)}
      />
    </Group>
  );
}

/** The announcements before anybody rings and while it is closed; nothing where the account has none. */
function Announcements({ form, set }: GroupProps) {
  const { t } = useWords();
  const announcements = useAnnouncements();
  const routing = form.watch('routing');
  if (announcements.length === 0) return null;
  const select = (name: 'announcementId' | 'closedAnnouncementId', label: string) => (
    <Select
      label={label}
      value={routing[name] ?? ''}
      onChange={(event) => set(`routing.${name}`, event.target.value || null)}
      options={[
        { value: '', label: t(($) => $.admin.none) },
        ...announcements.map((announcement) => ({ value: announcement.id, label: announcement.name })),
      ]}
    />
  );
  return (
    <div className="grid grid-cols-2 gap-3 max-[559px]:grid-cols-1">
      {select(
        'announcementId',
        t(($) => $.admin.channels.announcement),
      )}
      {select(
        'closedAnnouncementId',
        t(($) => $.admin.channels.closedAnnouncement),
      )}
    </div>
  );
}

/** The voice menu that callers hear before anybody rings; nothing where the account has none. */
function MenuFirst({ form, error, set }: GroupProps) {
  const { t } = useWords();
  const menus = useVoiceMenus().rows;
  const menuId = form.watch('routing.menuId');
  if (menus.length === 0) return null;
  return (
    <Select
      label={t(($) => $.admin.menus.first)}
      help={t(($) => $.admin.menus.firstHelp)}
      value={menuId ?? ''}
      error={error('routing.menuId')}
      onChange={(event) => set('routing.menuId', event.target.value || null)}
      options={[
        { value: '', label: t(($) => $.admin.menus.none) },
        ...menus.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}

/** The call assistant that asks callers before anybody rings; nothing where the account has none. */
function Asking({ form, error, set }: GroupProps) {
  const { t } = useWords();
  const assistants = useCallAssistants().rows;
  const assistantId = form.watch('routing.assistantId');
  if (assistants.length === 0) return null;
  return (
    <Select
      label={t(($) => $.admin.channels.assistantFirst)}
      help={t(($) => $.admin.channels.assistantFirstHelp)}
      value={assistantId ?? ''}
      error={error('routing.assistantId')}
      onChange={(event) => set('routing.assistantId', event.target.value || null)}
      options={[
        { value: '', label: t(($) => $.admin.channels.assistantNone) },
        ...assistants.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}

function Voicemail({ form: { register, watch }, error, ownChannelId }: GroupProps) {
  const { t } = useWords();
  return (
    <Group title={t(($) => $.admin.channels.voicemail)}>
      <Switch
        label={t(($) => $.admin.channels.voicemailOn)}
        help={t(($) => $.admin.channels.voicemailHelp)}
        {...register('routing.voicemail.enabled')}
      />
      {watch('routing.voicemail.enabled') ? (
        <Field
          className="w-60"
          label={t(($) => $.admin.channels.voicemailSeconds)}
          type="number"
          error={error('routing.voicemail.maxSeconds')}
          {...register('routing.voicemail.maxSeconds', { valueAsNumber: true })}
        />
      ) : null}
      {watch('routing.voicemail.enabled') && ownChannelId !== null ? <Greeting channelId={ownChannelId} /> : null}
    </Group>
  );
}

/** When it is open, and where calls go while it is closed. */
function Times({ form, error, set, ownChannelId }: GroupProps) {
  const { t } = useWords();
  const routing = form.watch('routing');
  return (
    <>
      <Group title={t(($) => $.admin.channels.hours)} text={t(($) => $.admin.channels.hoursText)}>
        <FollowedHours
          value={routing.hoursId}
          error={error('routing.hoursId')}
          onChange={(hoursId) => set('routing.hoursId', hoursId)}
        />
        {routing.hoursId === null ? (
          <HoursEditor
            hours={routing.hours}
            error={(path) => error(`routing.hours.${path}`)}
            onChange={(hours) => set('routing.hours', hours)}
          />
        ) : null}
      </Group>
      <Group title={t(($) => $.admin.channels.holidays)} text={t(($) => $.admin.channels.holidaysText)}>
        <HolidaysEditor
          holidays={routing.holidays}
          destinations={{ ownChannelId, voicemail: routing.voicemail.enabled }}
          error={(path) => error(`routing.holidays.${path}`)}
          onChange={(holidays) => set('routing.holidays', holidays)}
        />
      </Group>
      {routing.hoursId !== null || routing.hours !== null || routing.holidays.length > 0 ? (
        <DestinationField
          label={t(($) => $.admin.channels.closed)}
          ownChannelId={ownChannelId}
          voicemail={routing.voicemail.enabled}
          value={routing.closed}
          error={error('routing.closed') ?? error('routing.closed.number')}
          onChange={(value) => set('routing.closed', value)}
        />
      ) : null}
    </>
  );
}

interface FollowedHoursProps {
  value: string | null;
  error: string | undefined;
  onChange: (hoursId: string | null) => void;
}

/** The shared opening hours that the channel follows; nothing where the account has none. */
function FollowedHours({ value, error, onChange }: FollowedHoursProps) {
  const { t } = useWords();
  const sets = useOpeningHours().rows;
  if (sets.length === 0 && value === null) return null;
  return (
    <Select
      label={t(($) => $.admin.hours.follow)}
      help={t(($) => $.admin.hours.followHelp)}
      value={value ?? ''}
      error={error}
      onChange={(event) => onChange(event.target.value || null)}
      options={[
        { value: '', label: t(($) => $.admin.hours.ownTimes) },
        ...sets.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}
