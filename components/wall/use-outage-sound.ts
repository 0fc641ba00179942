import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useClock, useMinute } from '@/components/ui/clock';
import type { WallMonitor } from '@/lib/contract/wall';
import { decideSound, type SoundState } from './outage-sound';

/** The tones of the sound: hertz, and when they begin, seconds. */
const tones = [
  [880, 0],
  [660, 0.25],
] as const;
const TONE_S = 0.22;

function play(audio: AudioContext): void {
  for (const [hertz, begin] of tones) {
    const at = audio.currentTime + begin;
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0.3, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + TONE_S);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + TONE_S);
  }
}

/** Whether the sound for outages is on, which it is not at first, and a function that switches it and plays a sample. */
export function useOutageSound(monitors: readonly WallMonitor[]): { isOn: boolean; toggle: () => void } {
  const clock = useClock();
  const minute = useMinute();
  const [audio, setAudio] = useState<AudioContext | null>(null);
  const heard = useRef<SoundState>({ down: new Set(), at: 0 });
  const downNow = () =>
    new Set(
      monitors.flatMap(({ monitor_uuid, condition, maintenance_mode }) =>
        condition === 'down' && maintenance_mode !== true ? [monitor_uuid] : [],
      ),
    );

  const listen = useEffectEvent(() => {
    if (audio === null) return;
    const result = decideSound(heard.current, downNow(), clock.now());
    heard.current = result.heard;
    if (result.isDue) play(audio);
  });
  // Also each minute, for an outage that had to wait.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the monitors or the minute change.
  useEffect(() => listen(), [monitors, minute]);
  useEffect(() => () => void audio?.close(), [audio]);

  return {
    isOn: audio !== null,
    toggle() {
      if (audio !== null) return setAudio(null);
      // Browsers allow sound only after a user has asked for it.
      const opened = new AudioContext();
      play(opened);
      heard.current = { down: downNow(), at: clock.now() };
      setAudio(opened);
    },
  };
}
