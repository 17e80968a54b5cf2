import { useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { questions } from '#ui/confirm.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Kbd } from '#ui/Kbd.tsx';
import { Unharmed } from '#ui/Unharmed.tsx';

/** The dialog in which `confirm` asks. There is one, at the root of the page. */
export function ConfirmHost() {
  const { t } = useWords();
  const asked = useStore(questions, ({ waiting }) => waiting[0] ?? null);
  // The question is still drawn while the dialog closes.
  const [shown, setShown] = useState(asked);
  const [remember, setRemember] = useState(false);
  if (asked !== null && asked !== shown) {
    setShown(asked);
    setRemember(false);
  }
  const cancel = useRef<HTMLButtonElement>(null);
  const action = useRef<HTMLButtonElement>(null);
  if (shown === null) return null;
  const { icon, headline, text, dontAskAgain, critical = false } = shown;
  return (
    <Unharmed of={shown} onFailed={() => asked?.answer(false, false)}>
      <Dialog
        open={asked !== null}
        onClose={() => asked?.answer(false, false)}
        {...(icon ? { icon } : {})}
        iconTone={critical ? 'missed' : 'accent'}
        title={headline}
        description={text}
        initialFocus={critical ? cancel : action}
        actions={
          <>
            <Button ref={cancel} onClick={() => asked?.answer(false, false)}>
              {shown.cancel ?? t(($) => $.shell.cancel)}
              <span aria-hidden>
                <Kbd>Esc</Kbd>
              </span>
            </Button>
            <Button ref={action} tone={critical ? 'hang' : 'primary'} onClick={() => asked?.answer(true, remember)}>
              {shown.action}
            </Button>
          </>
        }
      >
        {dontAskAgain ? (
          <div className={icon ? 'pt-4 pr-6 pl-12.5' : 'px-6 pt-4'}>
            <Checkbox
              label={dontAskAgain.label}
              checked={remember}
              onChange={(event) => setRemember(event.target.checked)}
            />
          </div>
        ) : null}
      </Dialog>
    </Unharmed>
  );
}
