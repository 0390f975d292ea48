// The scenes of a run as the server tells them: read once for the player, the lanes and the screens.

export type Clip = {
  n: number;
  name: string;
  says: string;
  state: string;
  start: number;
  seconds: number;
  kind: string;
  src: string;
  still: string;
  fps: number;
  percent: number;
  wave: string;
};
export type Lane = { id: string; name: string; clips: Clip[] };
export type Reel = { seconds: number; slots: { start: number }[]; beats: [number, string][]; lanes: Lane[]; sounds: Lane[] };

const USUAL_FPS = 24;
let known = "";
let kept: Reel = { seconds: 0, slots: [], beats: [], lanes: [], sounds: [] };

export function reel(): Reel {
  const told = document.getElementById("run-scenes")?.dataset["reel"] ?? "";
  if (told && told !== known) {
    known = told;
    kept = JSON.parse(told) as Reel;
    for (const lane of [...kept.lanes, ...kept.sounds]) lane.clips = lane.clips.map(whole);
  }
  return kept;
}

// What is as usual is not told.
function whole(told: Partial<Clip>): Clip {
  const clip = { n: 0, name: "", says: "", state: "ready", start: 0, seconds: 0, kind: "video", src: "", still: "", fps: USUAL_FPS, percent: 0, wave: "", ...told };
  if (clip.src && clip.kind !== "audio") clip.still = clip.src.replace("/media/", "/stills/");
  return clip;
}

export function under(clip: Clip, time: number): boolean {
  return time >= clip.start && time < clip.start + clip.seconds;
}
