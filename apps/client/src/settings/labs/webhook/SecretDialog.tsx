import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { copyToClipboard } from '#ui/clipboard.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Icon } from '#ui/Icon.tsx';
import { useLast } from '#ui/use-last.ts';

/** The secret that deliveries are signed with, shown this once. */
export function SecretDialog({ secret, onClose }: { secret: string | null; onClose: () => void }) {
  const { t } = useWords();
  const copyButton = useRef<HTMLButtonElement>(null);
  const [isCopied, setCopied] = useState(false);
  // It stays while the dialog fades out.
  const shown = useLast(secret);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another secret is not copied yet
  useEffect(() => setCopied(false), [secret]);
  const copy = async () => {
    try {
      await copyToClipboard(shown ?? '');
      setCopied(true);
    } catch {
      // It can be marked and copied by hand.
    }
  };
  return (
    <Dialog
      open={secret !== null}
      onClose={onClose}
      title={t(($) => $.admin.webhook.secret.title)}
      description={t(($) => $.admin.webhook.secret.text)}
      initialFocus={copyButton}
      actions={
        <>
          <Button ref={copyButton} onClick={() => void copy()}>
            <Icon of={isCopied ? Check : Copy} size={14} />
            {isCopied ? t(($) => $.admin.webhook.secret.copied) : t(($) => $.admin.webhook.secret.copy)}
          </Button>
          <Button tone="primary" onClick={onClose}>
            {t(($) => $.admin.webhook.secret.done)}
          </Button>
        </>
      }
    >
      <code className="block select-all break-all rounded-s border border-line bg-well px-2.5 py-2 text-12">
        {shown}
      </code>
    </Dialog>
  );
}
