import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { ChannelSetting } from '@sidetone/contract/entities/channel-setting.ts';
import type { Phone } from '@sidetone/contract/entities/phone.ts';
import { withheldSenders } from '@sidetone/contract/entities/sender.ts';
import { callControlRoutes } from '@sidetone/contract/http/calls/call-control-routes.ts';
import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { type FormEvent, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { useLive } from '#live/queries/live.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { StateBadge, type StateTone } from '#ui/StateBadge.tsx';
import { toast } from '#ui/toasts.ts';
import { ChoiceList } from '../ChoiceList.tsx';
import { phoneBadge } from '../caller-id-look.ts';
import { SettingsPart } from '../SettingsPart.tsx';
import { syncQuietly } from '../sync-phones.ts';
import { useCallerIdProblem } from '../use-caller-id-problem.ts';
import type { CallerIdProblem } from './custom-caller-id.ts';

interface PhoneChoiceProps {
  setting: ChannelSetting;
  /** The foot of the panel, where Save is; null until it is drawn. */
  foot: HTMLElement | null;
  onClose: () => void;
}

/** Represents a number that is typed in, and the phone system's own: no caller ID looks like either. */
const other = 'other';
const ofPhone = 'of-phone';

const tones: Record<ReturnType<typeof phoneBadge>, StateTone> = {
  connecting: 'ring',
  online: 'live',
  offline: 'off',
  error: 'missed',
};

/** The phone that calls of a channel are made with, and its caller ID (classic generation); applied with Save. */
export function PhoneChoice({ setting, foot, onClose }: PhoneChoiceProps) {
  const { t } = useWords();
  const phones = useLive(phoneQueries.phones, {}).rows;
  const [phoneId, setPhoneId] = useState(setting.selectedPhoneId ?? (phones.length === 1 ? phones[0]?.id : undefined));
  const phone = phones.find(({ id }) => id === phoneId);
  if (phones.length === 0) {
    return (
      <>
        <p className="mb-6 text-ink-3">{t(($) => $.channels.phone.none)}</p>
        <SaveFoot foot={foot} isSaving={false} onClose={onClose} />
      </>
    );
  }
  return (
    <>
      <SettingsPart title={t(($) => $.channels.phone.title)} help={t(($) => $.channels.phone.help)}>
        <ChoiceList
          label={t(($) => $.channels.phone.title)}
          value={phoneId ?? ''}
          onChoose={setPhoneId}
          choices={phones.map(({ id, name, state, callerId, phoneNumbers }) => ({
            value: id,
            title: name,
            text: formatNumber(callerId ?? phoneNumbers[0]?.phoneNumber ?? ''),
            end: (
              <StateBadge tone={tones[phoneBadge(state)]}>
                {t(($) => $.channels.phone.states[phoneBadge(state)])}
              </StateBadge>
            ),
          }))}
        />
      </SettingsPart>
      {phone ? (
        <CallerIdForm key={phone.id} phone={phone} channelId={setting.id} foot={foot} onClose={onClose} />
      ) : (
        <SaveFoot foot={foot} isSaving={false} onClose={onClose} />
      )}
    </>
  );
}

interface CallerIdFormProps {
  phone: Phone;
  channelId: string;
  foot: HTMLElement | null;
  onClose: () => void;
}

function CallerIdForm({ phone, channelId, foot, onClose }: CallerIdFormProps) {
  const { t } = useWords();
  const listed = [...phone.phoneNumbers.map(({ phoneNumber }) => phoneNumber), ...withheldSenders];
  const [choice, setChoice] = useState(
    phone.callerId === null ? ofPhone : listed.includes(phone.callerId) ? phone.callerId : other,
  );
  const [typed, setTyped] = useState(choice === other ? (phone.callerId ?? '') : '');
  const [refused, setRefused] = useState<CallerIdProblem | null>(null);
  const [isSaving, setSaving] = useState(false);
  const wrong = useCallerIdProblem(typed, phone);
  const problem = choice === other ? (refused ?? wrong) : null;
  const isWrong = problem !== null || (choice === other && typed.trim() === '');
  const id = useId();

  const save = async (event: FormEvent) => {
    event.preventDefault();
    setSaving(true);
    try {
      const callerId = choice === ofPhone ? null : choice === other ? typed.trim() : choice;
      await call(callControlRoutes.setPhoneCallerId, { params: { id: phone.id }, body: { callerId, channelId } });
      onClose();
      void syncQuietly();
    } catch (error) {
      const code = codeOf(error);
      if (code === 'INVALID_NUMBER' || code === 'DIRECT_DIAL') setRefused(code);
      else {
        const why = t(($) => $.errors[code]);
        toast({ tone: 'error', title: t(($) => $.channels.sender.notSaved), text: why });
      }
    } finally {
      setSaving(false);
    }
  };

  return (
    <form id={id} onSubmit={(event) => void save(event)} noValidate>
      <SettingsPart title={t(($) => $.channels.phone.callerId)} help={t(($) => $.channels.phone.callerIdHelp)}>
        <ChoiceList
          label={t(($) => $.channels.phone.callerId)}
          value={choice}
          onChoose={setChoice}
          choices={[
            ...phone.phoneNumbers.map(({ phoneNumber, label }) => ({
              value: phoneNumber,
              title: formatNumber(phoneNumber),
              text: label ?? undefined,
            })),
            { value: ofPhone, title: t(($) => $.channels.phone.ofPhone) },
            ...withheldSenders.map((value) => ({
              value,
              title: t(($) => $.channels.sender[value]),
              text: t(($) => $.channels.sender[`${value}Help`]),
            })),
            {
              value: other,
              title: t(($) => $.channels.phone.other),
              more: (
                <Field
                  label={t(($) => $.channels.phone.number)}
                  type="tel"
                  value={typed}
                  onChange={(event) => {
                    setTyped(event.currentTarget.value);
                    setRefused(null);
                  }}
                  error={problem === null ? undefined : t(($) => $.errors[problem])}
                />
              ),
            },
          ]}
        />
      </SettingsPart>
      <SaveFoot foot={foot} form={id} isWrong={isWrong} isSaving={isSaving} onClose={onClose} />
    </form>
  );
}

interface SaveFootProps {
  foot: HTMLElement | null;
  /** The id of the form that Save submits; left out where there is nothing to save. */
  form?: string;
  /** The form cannot be saved as it is. Save stays its button, so that Enter in a field does not save it either. */
  isWrong?: boolean;
  isSaving: boolean;
  onClose: () => void;
}

/** Cancel and Save at the foot of the panel, which stay while its body scrolls. */
function SaveFoot({ foot, form, isWrong = false, isSaving, onClose }: SaveFootProps) {
  const { t } = useWords();
  if (foot === null) return null;
  return createPortal(
    <>
      <p className="min-w-0 flex-1 text-12 text-ink-3">{t(($) => $.channels.phone.note)}</p>
      <Button onClick={onClose}>{t(($) => $.channels.phone.cancel)}</Button>
      <Button type="submit" form={form} tone="primary" disabled={isSaving || isWrong || form === undefined}>
        {isSaving ? t(($) => $.channels.phone.saving) : t(($) => $.channels.phone.save)}
      </Button>
    </>,
    foot,
  );
}
