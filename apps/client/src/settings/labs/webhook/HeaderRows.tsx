import type { Webhook } from '@sidetone/contract/entities/webhook.ts';
import { isSecretHeader } from '@sidetone/contract/rules/ai/webhooks.ts';
import { maxWebhookHeaders } from '@sidetone/contract/rules/limits.ts';
import { Plus, X } from 'lucide-react';
import { useRef } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { newId } from '#platform/new-id.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { type DraftHeader, renamed, retyped } from './webhook-drafts.ts';

interface HeaderRowsProps {
  headers: readonly DraftHeader[];
  saved: Webhook | undefined;
  problem: (path: string) => string | undefined;
  onChange: (headers: readonly DraftHeader[]) => void;
}

/** Headers that go along, a row each. Of a secret only its last characters are known here. */
export function HeaderRows({ headers, saved, problem, onChange }: HeaderRowsProps) {
  const { t } = useWords();
  const rows = useRef<HTMLFieldSetElement>(null);
  const change = (next: DraftHeader) => onChange(headers.map((one) => (one.key === next.key ? next : one)));
  const add = () => {
    onChange([...headers, { key: newId(), name: '', value: '', ends: null }]);
    requestAnimationFrame(() => {
      const fields = rows.current?.querySelectorAll<HTMLInputElement>('[data-header-name]');
      fields?.item(fields.length - 1).focus();
    });
  };
  const remove = (key: string) => {
    onChange(headers.filter((one) => one.key !== key));
    rows.current?.querySelector<HTMLButtonElement>('[data-add]')?.focus();
  };
  return (
    <fieldset ref={rows} className="min-w-0">
      <legend className="mb-1 font-med text-12 text-ink-2">
        {t(($) => $.admin.webhook.headers)}{' '}
        <span className="font-reg text-ink-3">{t(($) => $.admin.webhook.optional)}</span>
      </legend>
      {headers.map((header, at) => (
        <HeaderRow
          key={header.key}
          header={header}
          number={at + 1}
          kept={keptEnds(saved, header.name)}
          problem={problem}
          onChange={change}
          onRemove={() => remove(header.key)}
        />
      ))}
      <Button
        data-add
        tone="ghost"
        size="s"
        className="-ml-2.5"
        disabled={headers.length >= maxWebhookHeaders}
        onClick={add}
      >
        <Icon of={Plus} size={14} />
        {t(($) => $.admin.webhook.addHeader)}
      </Button>
    </fieldset>
  );
}

/** The last characters of the secret that is kept under a name; null where none is. */
function keptEnds(saved: Webhook | undefined, name: string): string | null {
  const same = saved?.headers.find((one) => one.name.toLowerCase() === name.trim().toLowerCase());
  return same?.value === null ? (same.ends ?? '') : null;
}

interface HeaderRowProps {
  header: DraftHeader;
  number: number;
  kept: string | null;
  problem: HeaderRowsProps['problem'];
  onChange: (next: DraftHeader) => void;
  onRemove: () => void;
}

function HeaderRow({ header, number, kept, problem, onChange, onRemove }: HeaderRowProps) {
  const { t } = useWords();
  const { key, name, value, ends } = header;
  const isKept = ends !== null;
  return (
    <div className="mb-2 grid grid-cols-[200px_1fr_28px] items-start gap-2 max-[559px]:grid-cols-[1fr_28px]">
      <Field
        data-header-name
        labelHidden
        label={t(($) => $.admin.webhook.headerName, { number })}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        value={name}
        error={problem(`${key}.name`)}
        onChange={(event) => onChange(renamed(header, event.target.value))}
      />
      <Field
        className="max-[559px]:col-start-1 max-[559px]:row-start-2"
        labelHidden
        label={t(($) => $.admin.webhook.headerValue, { number })}
        type={isSecretHeader(name) ? 'password' : 'text'}
        // No password of the browser's is meant.
        autoComplete={isSecretHeader(name) ? 'new-password' : 'off'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={2000}
        placeholder={isKept ? `••••••••••••${ends}` : ''}
        {...(isKept ? { title: t(($) => $.admin.webhook.secretKept) } : {})}
        value={value}
        error={problem(`${key}.value`)}
        onChange={(event) => onChange(retyped(header, event.target.value, kept))}
      />
      <IconButton
        icon={X}
        label={t(($) => $.admin.webhook.removeHeader, { number })}
        className="mt-1"
        onClick={onRemove}
      />
    </div>
  );
}
