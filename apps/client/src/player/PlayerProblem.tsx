import { CircleAlert, X } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { toast } from '#ui/toasts.ts';
import { reportSound } from './report-sound.ts';
import type { SoundKey } from './sound.ts';

interface PlayerProblemProps {
  sound: SoundKey;
  /** The error; missing where the server itself could not make the sound. */
  cause?: unknown;
  onClose: () => void;
}

/** In place of a player whose sound is not available. */
export function PlayerProblem({ sound, cause, onClose }: PlayerProblemProps) {
  const { t } = useWords();
  const [reported, setReported] = useState(false);
  const report = async () => {
    setReported(true);
    const done = await reportSound(sound, cause);
    if (done === 'noted') {
      toast({ tone: 'ok', title: t(($) => $.player.reported), text: t(($) => $.player.reportedText) });
    } else {
      setReported(false);
      toast({ tone: 'warn', title: done === 'copied' ? t(($) => $.player.copied) : t(($) => $.player.notReported) });
    }
  };
  return (
    <div role="alert" className="flex min-h-[42px] items-center gap-3 pl-2 text-missed">
      <Icon of={CircleAlert} />
      <span className="min-w-0 flex-1">{t(($) => $.player.failed[sound.kind])}</span>
      <Button size="s" disabled={reported} onClick={() => void report()}>
        {t(($) => $.player.report)}
      </Button>
      <IconButton icon={X} label={t(($) => $.player.close)} onClick={onClose} />
    </div>
  );
}
