/** One button of a headset, which tells presses from echoes of the headset's lights. */
export interface HeadsetButton {
  /** Takes what the headset reports of it. */
  hear(value: boolean): void;
  /** The headset takes this for the button's own state from now on. */
  told(value: boolean): void;
  /** Whether it stays where it is put, and is elsewhere than there. */
  isElsewhere(value: boolean): boolean;
}

interface ButtonParts {
  readonly now: () => number;
  /** `on` is null for a button that springs back. */
  pressed(on: boolean | null): void;
}

/** A headset repeats what it was told within this; that is no press. */
const echoMs = 1000;
/** A button that springs back can bounce, and some headsets beat it once when their light changes. */
const bounceMs = 200;

/** A button that springs back: each time it goes down is one press. */
export function springingButton({ now, pressed }: ButtonParts): HeadsetButton {
  let isDown = false;
  let quietUntil = 0;
  return {
    hear(value) {
      const wasDown = isDown;
      isDown = value;
      if (!isDown || wasDown || now() < quietUntil) return;
      quietUntil = now() + bounceMs;
      pressed(null);
    },
    told() {
      quietUntil = Math.max(quietUntil, now() + bounceMs);
    },
    isElsewhere: () => false,
  };
}

/** A button that stays in what it reports. */
export function stayingButton({ now, pressed }: ButtonParts): HeadsetButton {
  /** How it stands, as the headset said or as it was told last. */
  let state = false;
  /** What the headset was told and may still repeat. */
  let echoes: { value: boolean; until: number }[] = [];
  return {
    hear(value) {
      echoes = echoes.filter(({ until }) => until > now());
      const echo = echoes.findIndex((each) => each.value === value);
      if (echo >= 0) {
        echoes.splice(echo, 1);
        return;
      }
      if (state === value) return;
      state = value;
      pressed(value);
    },
    told(value) {
      if (state === value) return;
      state = value;
      echoes.push({ value, until: now() + echoMs });
    },
    isElsewhere: (value) => state !== value,
  };
}
