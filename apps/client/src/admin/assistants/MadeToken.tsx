import type { AdminAssistant } from '@sidetone/contract/entities/assistant.ts';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { CopyField } from '../CopyField.tsx';
import { useCopied } from '../use-copied.ts';
import { deliveryAddress, deliveryExample } from './delivery-example.ts';

interface MadeTokenProps {
  assistant: AdminAssistant;
  token: string;
  onDone: () => void;
}

/** A token that was just made, with what it is good for. It cannot be shown again. */
export function MadeToken({ assistant, token, onDone }: MadeTokenProps) {
  const { t } = useWords();
  const [startedAt] = useState(() => new Date().toISOString());
  const of = { origin: location.origin, assistantId: assistant.id };
  const example = deliveryExample({ ...of, token, topic: assistant.topics[0]?.label ?? null, startedAt });
  const { copied, copy } = useCopied(example);
  return (
    <div className="grid gap-3 rounded-m border border-line p-4">
      <p role="status" className="rounded-s bg-ring-tint px-3 py-2 text-ring">
        {t(($) => $.admin.assistants.once)}
      </p>
      <CopyField label={t(($) => $.admin.assistants.token)} value={token} />
      <CopyField label={t(($) => $.admin.assistants.address)} value={deliveryAddress(of)} />
      <div className="flex items-end justify-between gap-2">
        <h3 className="font-med text-12 text-ink-2">{t(($) => $.admin.assistants.example)}</h3>
        <Button size="s" onClick={() => void copy()}>
          <Icon of={copied ? Check : Copy} size={14} />
          {t(($) => (copied ? $.admin.copied : $.admin.copy))}
        </Button>
      </div>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
        tabIndex={0}
        className="max-h-60 overflow-auto rounded-s bg-well px-3 py-2 text-12"
      >
        {example}
      </pre>
      <div>
        <Button onClick={onDone}>{t(($) => $.admin.assistants.done)}</Button>
      </div>
    </div>
  );
}
