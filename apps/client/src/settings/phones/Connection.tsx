import type { Phone } from '@sidetone/contract/entities/phone.ts';
import { useId } from 'react';
import { phoneBadge } from '#channels/caller-id-look.ts';
import { useWords } from '#i18n/use-words.ts';
import { useOnline } from '#platform/online.ts';
import { Switch } from '#ui/Switch.tsx';
import { PhoneBadge } from './PhoneBadge.tsx';
import { isSwitchedOn } from './phone-facts.ts';
import type { PhoneChanges } from './use-phone-changes.ts';

interface ConnectionProps {
  phone: Phone;
  isDefault: boolean;
  changes: PhoneChanges;
}

/** Whether a phone takes calls, and whether it is the one for calls where no other was chosen. */
export function Connection({ phone, isDefault, changes: { failure, connect, makeDefault } }: ConnectionProps) {
  const { t } = useWords();
  const online = useOnline();
  const id = useId();
  const isOn = isSwitchedOn(phone);
  const isUnknown = phone.state === 'UNKNOWN';
  const failed = failure?.of === 'connection' ? failure : null;
  const rests = !online || isUnknown;
  return (
    <div className="mb-6 divide-y divide-line rounded-m border border-line bg-raised px-4">
      <div className="flex items-center gap-4 py-2">
        <Switch
          className="flex-1"
          label={t(($) => $.phones.connected.title)}
          help={
            failed ? (
              <span role="alert" className="text-missed">
                {t(($) => (failed.value === 'on' ? $.phones.connected.notOn : $.phones.connected.notOff))}{' '}
                {t(($) => $.errors[failed.code])}
              </span>
            ) : !online ? (
              t(($) => $.phones.connected.youAreOffline)
            ) : isUnknown ? (
              t(($) => $.phones.connected.unknown)
            ) : isOn && phoneBadge(phone.state) === 'connecting' ? (
              <span className="inline-flex flex-wrap items-center gap-2">
                {t(($) => $.phones.connected.registering)}
                <PhoneBadge state={phone.state} />
              </span>
            ) : (
              t(($) => $.phones.connected.help)
            )
          }
          checked={isOn}
          disabled={rests}
          onChange={(event) => void connect(event.currentTarget.checked)}
        />
      </div>
      <label htmlFor={id} className="flex min-h-13 items-center gap-4 py-2">
        <span className="min-w-0 flex-1">
          <span className="block font-med">{t(($) => $.phones.default.title)}</span>
          <span id={`${id}-help`} className="block text-12 text-ink-3">
            {t(($) => (isOn || isDefault ? $.phones.default.help : $.phones.default.connectFirst))}
          </span>
        </span>
        <input
          id={id}
          type="radio"
          checked={isDefault}
          disabled={rests || (!isOn && !isDefault)}
          aria-label={t(($) => $.phones.default.title)}
          aria-describedby={`${id}-help`}
          onChange={() => void makeDefault()}
          className="size-4 flex-none appearance-none rounded-full border-[1.5px] border-line-control bg-raised checked:border-[5px] checked:border-accent-fill disabled:opacity-45"
        />
      </label>
    </div>
  );
}
