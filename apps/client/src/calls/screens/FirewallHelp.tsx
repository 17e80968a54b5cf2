import { useRef } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';

const help = createStore<{ open: boolean }>(() => ({ open: false }));

/** Shows help for networks whose firewall lets the page through but no calls. */
export function openFirewallHelp(): void {
  help.setState({ open: true });
}

const steps = ['network', 'vpn', 'server', 'relay'] as const;

/** Help where calls do not connect, for users and for the administrators of the network. */
export function FirewallHelp() {
  const { t } = useWords();
  const { open } = useStore(help);
  const closing = useRef<HTMLButtonElement>(null);
  const close = () => help.setState({ open: false });
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t(($) => $.calls.firewall.title)}
      description={t(($) => $.calls.firewall.text)}
      initialFocus={closing}
      actions={
        <Button ref={closing} onClick={close}>
          {t(($) => $.calls.firewall.close)}
        </Button>
      }
    >
      <ol className="list-decimal space-y-2 pt-4 pr-6 pl-11">
        {steps.map((step) => (
          <li key={step}>{t(($) => $.calls.firewall.steps[step], { host: location.hostname })}</li>
        ))}
      </ol>
    </Dialog>
  );
}
