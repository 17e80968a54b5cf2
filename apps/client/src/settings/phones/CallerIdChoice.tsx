import type { Phone } from '@sidetone/contract/entities/phone.ts';
import { withheldSenders } from '@sidetone/contract/entities/sender.ts';
import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { type FormEvent, useState } from 'react';
import { ChoiceList } from '#channels/ChoiceList.tsx';
import { SettingsPart } from '#channels/SettingsPart.tsx';
import { useCallerIdProblem } from '#channels/use-caller-id-problem.ts';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import type { PhoneChanges } from './use-phone-changes.ts';

interface CallerIdChoiceProps {
  phone: Phone;
  changes: PhoneChanges;
}

/** Represents a number that is typed in, and the phone system's own: no caller ID looks like either. */
const other = 'other';
const ofPhone = 'of-phone';

/** The caller ID of calls with a phone; applied immediately, a typed number when it is saved. */
export function CallerIdChoice({ phone, changes: { failure, showCallerId } }: CallerIdChoiceProps) {
  const { t } = useWords();
  const listed: string[] = [...phone.phoneNumbers.map(({ phoneNumber }) => phoneNumber), ...withheldSenders];
  const saved = phone.callerId === null ? ofPhone : listed.includes(phone.callerId) ? phone.callerId : other;
  /** A field that is open before its value is saved. */
  const [isTyping, setTyping] = useState(saved === other);
  const value = isTyping ? other : saved;
  const failed = failure?.of === 'callerId' ? failure : null;
  const errorOf = (choice: string, callerId: string | null) =>
    failed?.value === (callerId ?? '') && choice !== saved
      ? { error: `${t(($) => $.phones.toast.callerIdNotSaved)}. ${t(($) => $.errors[failed.code])}` }
      : {};
  const choose = (choice: string) => {
    setTyping(choice === other);
    if (choice !== other && choice !== saved) void showCallerId(choice === ofPhone ? null : choice);
  };
  return (
    <SettingsPart title={t(($) => $.channels.phone.callerId)} help={t(($) => $.channels.phone.callerIdHelp)}>
      <ChoiceList
        label={t(($) => $.channels.phone.callerId)}
        value={value}
        onChoose={choose}
        choices={[
          ...phone.phoneNumbers.map(({ phoneNumber, label }) => ({
            value: phoneNumber,
            title: formatNumber(phoneNumber),
            text: label ?? t(($) => $.phones.ofThisPhone),
            ...errorOf(phoneNumber, phoneNumber),
          })),
          { value: ofPhone, title: t(($) => $.channels.phone.ofPhone), ...errorOf(ofPhone, null) },
          ...withheldSenders.map((sender) => ({
            value: sender,
            title: t(($) => $.channels.sender[sender]),
            text: t(($) => $.channels.sender[`${sender}Help`]),
            ...errorOf(sender, sender),
          })),
          {
            value: other,
            title: t(($) => $.channels.phone.other),
            text: saved === other && phone.callerId ? formatNumber(phone.callerId) : t(($) => $.phones.otherHelp),
            more: <OtherNumber phone={phone} isSaved={saved === other} showCallerId={showCallerId} />,
          },
        ]}
      />
    </SettingsPart>
  );
}

interface OtherNumberProps {
  phone: Phone;
  isSaved: boolean;
  showCallerId: PhoneChanges['showCallerId'];
}

function OtherNumber({ phone, isSaved, showCallerId }: OtherNumberProps) {
  const { t } = useWords();
  const [typed, setTyped] = useState(isSaved && phone.callerId ? phone.callerId : '');
  const [refused, setRefused] = useState<'INVALID_NUMBER' | 'DIRECT_DIAL' | null>(null);
  const [isSaving, setSaving] = useState(false);
  const wrong = useCallerIdProblem(typed, phone);
  const problem = refused ?? wrong;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isSaving || typed.trim() === '' || problem !== null) return;
    setSaving(true);
    const code = await showCallerId(typed.trim());
    if (code === 'INVALID_NUMBER' || code === 'DIRECT_DIAL') setRefused(code);
    setSaving(false);
  };
  return (
    <form noValidate className="flex items-start gap-2" onSubmit={(event) => void save(event)}>
      <div className="min-w-0 flex-1">
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
      </div>
      <Button
        type="submit"
        className="mt-6"
        disabled={isSaving || problem !== null || typed.trim() === '' || (isSaved && typed.trim() === phone.callerId)}
      >
        {isSaving ? t(($) => $.channels.phone.saving) : t(($) => $.channels.phone.save)}
      </Button>
    </form>
  );
}
