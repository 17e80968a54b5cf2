/** One button of a headset, which tells presses from echoes of the headset's lights. */
export interface HeadsetButton {
  /** Takes the headset's report of it. */
  hear(value: boolean): void;
  /** From now on the headset believes this to be the button's state. */
  told(value: boolean): void;
  /** Whether it is a button that stays, and is in another state than this one. */
  isElsewhere(value: boolean): boolean;
}

interface ButtonParts {
  readonly now: () => number;
  /** `on` is null for a button that springs back. */
  pressed(on: boolean | null): void;
}

/** Within this time a headset repeats what it was told; that is not a press. */
const echoMs = 1000;
/** A button that springs back can bounce, and some headsets press it once when their light changes. */
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

/** A button that stays in the reported state. */
export function stayingButton({ now, pressed }: ButtonParts): HeadsetButton {
  /** Its state, as the headset reported it or as it was told last. */
  let state = false;
  /** The state that the headset was told and may still repeat. */
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
