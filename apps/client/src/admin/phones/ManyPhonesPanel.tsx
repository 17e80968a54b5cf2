import { type PhoneVendor, phoneModel, phoneVendors } from '@sidetone/contract/entities/phone-setup.ts';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Select } from '#ui/Select.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { CopyAll } from '../CopyAll.tsx';
import { CopyField } from '../CopyField.tsx';
import { nameOf, useUsers } from '../directory.ts';
import { EditorPanel } from '../EditorPanel.tsx';
import { type PastedPhone, problemOfPhone, readPhones } from './read-phones.ts';
import { useSetUpPhone } from './use-set-up-phones.ts';

/** A phone that was set up here, with what it is given once. */
interface MadePhone {
  readonly name: string;
  readonly mac: string;
  readonly address: string;
}

/** Several desk phones of one model that set themselves up: pasted as MAC address and extension. */
export function ManyPhonesPanel({ onClose }: { onClose: () => void }) {
  const { t } = useWords();
  const users = useUsers().rows.filter(({ state }) => state !== 'deactivated');
  const setUp = useSetUpPhone();
  const [vendor, setVendor] = useState<PhoneVendor>('yealink');
  const [model, setModel] = useState('');
  const [typed, setTyped] = useState('');
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map());
  const [made, setMade] = useState<readonly MadePhone[]>([]);
  const [done, setDone] = useState<number | null>(null);
  const [modelWrong, setModelWrong] = useState(false);
  const phones = readPhones(typed);
  const userOf = (extension: string) => users.find(({ extensions }) => extensions.includes(extension));
  const problems = phones.map((_, at) => problemOfPhone(phones, at, (extension) => userOf(extension) !== undefined));
  const isReady = phones.length > 0 && problems.every((problem) => problem === null);

  const submit = async () => {
    const named = phoneModel.safeParse(model);
    setModelWrong(!named.success);
    if (!named.success || !isReady || done !== null) return;
    const refused = new Map<string, string>();
    const left: PastedPhone[] = [];
    for (const [at, phone] of phones.entries()) {
      setDone(at);
      const user = userOf(phone.extension);
      if (!user) continue;
      // A user may have two of a model.
      const name = phone.name || `${named.data} ${phone.mac.slice(-5)}`;
      const result = await setUp({ userId: user.id, name, vendor, model: named.data, mac: phone.mac });
      if ('address' in result) {
        const one = { name: `${nameOf(user)}, ${name}`, mac: phone.mac, address: result.address };
        setMade((before) => [...before, one]);
      } else {
        refused.set(phone.mac, result.refusal);
        left.push(phone);
      }
    }
    setDone(null);
    setRefusals(refused);
    setTyped(left.map(({ mac, extension, name }) => [mac, extension, name].join(' ').trim()).join('\n'));
  };

  const isBusy = done !== null;
  const told = new Set(refusals.values());
  // What the server refuses to all of them is said once.
  const refusedToAll = refusals.size > 1 && told.size === 1 ? [...told][0] : null;
  const refusalOf = ({ mac }: PastedPhone) => (refusedToAll ? null : (refusals.get(mac) ?? null));
  return (
    <EditorPanel
      title={t(($) => $.admin.manyPhones.title)}
      subtitle={t(($) => $.admin.manyPhones.text)}
      onClose={onClose}
      dirty={typed.trim() !== ''}
      busy={isBusy}
      busyLabel={isBusy ? t(($) => $.admin.manyPhones.sending, { done, count: phones.length }) : null}
      idle={!isReady}
      done={made.length > 0 && typed.trim() === ''}
      problem={refusedToAll ?? null}
      onSubmit={() => void submit()}
      submitLabel={t(($) => $.admin.manyPhones.start, { count: phones.length })}
    >
      <fieldset disabled={isBusy} className="grid gap-5">
        <div className="grid grid-cols-2 gap-3 max-[559px]:grid-cols-1">
          <Select
            label={t(($) => $.admin.phoneSetup.vendor)}
            options={phoneVendors.map((value) => ({ value, label: t(($) => $.admin.phoneSetup.vendors[value]) }))}
            value={vendor}
            onChange={(event) => setVendor(phoneVendors.find((one) => one === event.target.value) ?? vendor)}
          />
          <Field
            label={t(($) => $.admin.phoneSetup.model)}
            help={t(($) => $.admin.phoneSetup.modelHelp)}
            autoComplete="off"
            error={modelWrong ? t(($) => $.admin.manyPhones.modelMissing) : undefined}
            value={model}
            onChange={(event) => setModel(event.target.value)}
          />
        </div>
        <TextArea
          label={t(($) => $.admin.manyPhones.paste)}
          help={t(($) => $.admin.manyPhones.pasteHelp)}
          placeholder={'00:15:65:AA:BB:01 21\n00:15:65:AA:BB:02 22'}
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </fieldset>
      <ul aria-label={t(($) => $.admin.manyPhones.lines)} className="border-line border-t empty:hidden">
        {phones.map((phone, at) => {
          const problem = problems[at] ?? null;
          const user = userOf(phone.extension);
          return (
            <PhoneLine
              // biome-ignore lint/suspicious/noArrayIndexKey: a pasted line has no identity but its place
              key={at}
              phone={phone}
              user={user ? nameOf(user) : null}
              isReady={problem === null && !refusals.has(phone.mac)}
              problem={problem === null ? refusalOf(phone) : t(($) => $.admin.manyPhones.problems[problem])}
            />
          );
        })}
      </ul>
      <MadePhones made={made} />
    </EditorPanel>
  );
}

interface PhoneLineProps {
  readonly phone: PastedPhone;
  readonly user: string | null;
  readonly isReady: boolean;
  readonly problem: string | null;
}

function PhoneLine({ phone, user, isReady, problem }: PhoneLineProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b py-2">
      <Icon of={isReady ? CircleCheck : CircleAlert} className={isReady ? 'text-live' : 'text-missed'} />
      <span className="tabular-nums">{phone.mac}</span>
      <span className="min-w-0 flex-1 truncate text-ink-2">
        {[phone.extension, user, phone.name].filter((word) => word).join(' · ')}
      </span>
      {problem === null ? null : <span className="text-12 text-missed">{problem}</span>}
    </li>
  );
}

/** The addresses for the first start; they are shown only here. */
function MadePhones({ made }: { made: readonly MadePhone[] }) {
  const { t } = useWords();
  if (made.length === 0) return null;
  return (
    <section aria-label={t(($) => $.admin.manyPhones.made)} className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p role="status">{t(($) => $.admin.manyPhones.made)}</p>
        <CopyAll lines={made.map(({ name, mac, address }) => `${name}\t${mac}\t${address}`)} />
      </div>
      {made.map(({ name, mac, address }) => (
        <CopyField key={mac} label={`${name} (${mac})`} value={address} />
      ))}
    </section>
  );
}
