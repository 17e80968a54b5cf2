import { type PhoneVendor, phoneModel, phoneVendors } from '@sidetone/contract/entities/phone-setup.ts';
import { CircleAlert, CircleCheck, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Select } from '#ui/Select.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { toast } from '#ui/toasts.ts';
import { CopyAll } from '../CopyAll.tsx';
import { CopyField } from '../CopyField.tsx';
import { nameOf, useUsers } from '../directory.ts';
import { EditorPanel } from '../EditorPanel.tsx';
import { NeedsHttps } from './NeedsHttps.tsx';
import {
  headingOf,
  mostPastedPhones,
  type PastedPhone,
  problemOfPhone,
  readPhones,
  withLinesBack,
} from './read-phones.ts';
import { removePhone, useSetUpPhone } from './use-set-up-phones.ts';

/** A phone that was set up here, with what it is given once. */
interface MadePhone {
  readonly phoneId: string;
  /** The line that it was pasted as. */
  readonly line: string;
  /** The heading that it stood below; empty for none. */
  readonly heading: string;
  readonly name: string;
  readonly mac: string;
  readonly address: string;
}

/** Several desk phones that set themselves up: pasted lines or a table, also of several vendors. */
export function ManyPhonesPanel({ onClose }: { onClose: () => void }) {
  const { t } = useWords();
  const users = useUsers().rows.filter(({ state }) => state !== 'deactivated');
  const setUp = useSetUpPhone();
  const [vendor, setVendor] = useState<PhoneVendor>('yealink');
  const [model, setModel] = useState('');
  const [typed, setTyped] = useState('');
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map());
  const [made, setMade] = useState<readonly MadePhone[]>([]);
  /** How many of how many are done. */
  const [progress, setProgress] = useState<{ readonly done: number; readonly count: number } | null>(null);
  const phones = readPhones(typed);
  const userOf = (who: string) =>
    users.find(({ extensions, email }) =>
      who.includes('@') ? email.toLowerCase() === who.toLowerCase() : extensions.includes(who),
    );
  const named = phoneModel.safeParse(model);
  const makeOf = (phone: PastedPhone) => ({
    vendor: phone.vendor === null || phone.vendor === 'other' ? vendor : phone.vendor,
    model: phone.model || (named.data ?? ''),
  });
  const problems = phones.map((_, at) => problemOfPhone(phones, at, (who) => userOf(who) !== undefined, named.success));
  const isReady = phones.length > 0 && problems.every((problem) => problem === null);

  const submit = async () => {
    if (!isReady || progress !== null) return;
    const refused = new Map<string, string>();
    const left: PastedPhone[] = [];
    for (const [done, phone] of phones.entries()) {
      setProgress({ done, count: phones.length });
      const user = userOf(phone.who);
      if (!user) continue;
      const make = makeOf(phone);
      // A user may have two of a model.
      const name = phone.name || `${make.model} ${phone.mac.slice(-5)}`;
      const result = await setUp({ userId: user.id, name, mac: phone.mac, ...make });
      if ('address' in result) {
        const { mac, line } = phone;
        setMade((all) => [
          ...all,
          { ...result, name: `${nameOf(user)}, ${name}`, mac, line, heading: headingOf(typed) },
        ]);
      } else {
        refused.set(phone.mac, result.refusal);
        left.push(phone);
      }
    }
    setProgress(null);
    setRefusals(refused);
    setTyped(linesOf(typed, left));
  };

  const undo = async () => {
    const kept: MadePhone[] = [];
    for (const [done, phone] of made.entries()) {
      setProgress({ done, count: made.length });
      if (!(await removePhone(phone.phoneId))) kept.push(phone);
    }
    setProgress(null);
    setMade(kept);
    const gone = made.filter((phone) => !kept.includes(phone));
    setTyped(withGoneBack(typed, gone));
    if (kept.length > 0) toast({ tone: 'error', title: t(($) => $.admin.failed) });
    else toast({ tone: 'ok', title: t(($) => $.admin.manyPhones.undone, { count: gone.length }) });
  };

  const refusedToAll = commonRefusal(refusals);
  const refusalOf = ({ mac }: PastedPhone) => (refusedToAll ? null : (refusals.get(mac) ?? null));
  return (
    <EditorPanel
      title={t(($) => $.admin.manyPhones.title)}
      subtitle={t(($) => $.admin.manyPhones.text)}
      onClose={onClose}
      dirty={typed.trim() !== ''}
      busy={progress !== null}
      busyLabel={progress === null ? null : t(($) => $.admin.manyPhones.sending, progress)}
      idle={!isReady}
      done={made.length > 0 && typed.trim() === ''}
      problem={refusedToAll}
      onSubmit={() => void submit()}
      submitLabel={t(($) => $.admin.manyPhones.start, { count: phones.length })}
    >
      <NeedsHttps />
      <fieldset disabled={progress !== null} className="grid gap-5">
        <TextArea
          label={t(($) => $.admin.manyPhones.paste)}
          help={t(($) => $.admin.manyPhones.pasteHelp)}
          placeholder={'00:15:65:AA:BB:01 21 T54W\n00:04:13:AA:BB:02 22 D785'}
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <MakeFields vendor={vendor} model={model} onVendor={setVendor} onModel={setModel} />
      </fieldset>
      <ul aria-label={t(($) => $.admin.manyPhones.lines)} className="border-line border-t empty:hidden">
        {phones.map((phone, at) => {
          const problem = problems[at] ?? null;
          const user = userOf(phone.who);
          return (
            <PhoneLine
              // biome-ignore lint/suspicious/noArrayIndexKey: a pasted line has no identity but its place
              key={at}
              phone={phone}
              make={makeOf(phone)}
              user={user ? nameOf(user) : null}
              isReady={problem === null && !refusals.has(phone.mac)}
              problem={
                problem === null
                  ? refusalOf(phone)
                  : t(($) => $.admin.manyPhones.problems[problem], { most: mostPastedPhones })
              }
            />
          );
        })}
      </ul>
      <MadePhones made={made} isBusy={progress !== null} onUndo={() => void undo()} />
    </EditorPanel>
  );
}

/** What is typed, and before it the lines of phones that were removed again. */
const withGoneBack = (typed: string, gone: readonly MadePhone[]): string =>
  withLinesBack(
    typed,
    gone[0]?.heading ?? '',
    gone.map(({ line }) => line),
  );

/** What the server refuses to all of several phones is said once. */
function commonRefusal(refusals: ReadonlyMap<string, string>): string | null {
  const [first, ...others] = new Set(refusals.values());
  return refusals.size > 1 && first !== undefined && others.length === 0 ? first : null;
}

/** The lines that were not done, below the heading of their table. */
function linesOf(typed: string, left: readonly PastedPhone[]): string {
  if (left.length === 0) return '';
  const lines = left.map(({ line }) => line);
  return [headingOf(typed), ...lines].filter((line) => line !== '').join('\n');
}

interface MakeFieldsProps {
  vendor: PhoneVendor;
  model: string;
  onVendor: (vendor: PhoneVendor) => void;
  onModel: (model: string) => void;
}

/** Vendor and model of lines that name none. */
function MakeFields({ vendor, model, onVendor, onModel }: MakeFieldsProps) {
  const { t } = useWords();
  return (
    <div className="grid grid-cols-2 gap-3 max-[559px]:grid-cols-1">
      <Select
        label={t(($) => $.admin.phoneSetup.vendor)}
        help={t(($) => $.admin.manyPhones.vendorHelp)}
        options={phoneVendors.map((value) => ({ value, label: t(($) => $.admin.phoneSetup.vendors[value]) }))}
        value={vendor}
        onChange={(event) => onVendor(phoneVendors.find((one) => one === event.target.value) ?? vendor)}
      />
      <Field
        label={t(($) => $.admin.phoneSetup.model)}
        help={t(($) => $.admin.manyPhones.modelHelp)}
        autoComplete="off"
        value={model}
        onChange={(event) => onModel(event.target.value)}
      />
    </div>
  );
}

interface PhoneLineProps {
  phone: PastedPhone;
  make: { vendor: PhoneVendor; model: string };
  user: string | null;
  isReady: boolean;
  problem: string | null;
}

function PhoneLine({ phone, make, user, isReady, problem }: PhoneLineProps) {
  const { t } = useWords();
  const vendor = t(($) => $.admin.phoneSetup.vendors[make.vendor]);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b py-2">
      <Icon of={isReady ? CircleCheck : CircleAlert} className={isReady ? 'text-live' : 'text-missed'} />
      <span className="tabular-nums">{phone.mac}</span>
      <span className="min-w-0 flex-1 truncate text-ink-2">
        {[phone.vendor === 'other' ? '' : `${vendor} ${make.model}`.trim(), phone.who, user, phone.name]
          .filter((word) => word)
          .join(' · ')}
      </span>
      {problem === null ? null : <span className="text-12 text-missed">{problem}</span>}
    </li>
  );
}

interface MadePhonesProps {
  made: readonly MadePhone[];
  isBusy: boolean;
  onUndo: () => void;
}

/** The addresses for the first start; they are shown only here. */
function MadePhones({ made, isBusy, onUndo }: MadePhonesProps) {
  const { t } = useWords();
  if (made.length === 0) return null;
  return (
    <section aria-label={t(($) => $.admin.manyPhones.made)} className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p role="status">{t(($) => $.admin.manyPhones.made)}</p>
        <span className="flex flex-wrap gap-2">
          <CopyAll lines={made.map(({ name, mac, address }) => `${name}\t${mac}\t${address}`)} />
          <Button disabled={isBusy} onClick={onUndo}>
            <Icon of={Undo2} />
            {t(($) => $.admin.manyPhones.undo, { count: made.length })}
          </Button>
        </span>
      </div>
      {made.map(({ name, mac, address }) => (
        <CopyField key={mac} label={`${name} (${mac})`} value={address} />
      ))}
    </section>
  );
}
