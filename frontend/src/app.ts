// Everything that moves on our pages: htmx first, then the elements.
import "./htmx";
import "./refresh";
import "./elements/command-palette";
import "./elements/connection-pill";
import "./elements/copy-button";
import "./elements/fresh-list";
import "./elements/key-map";
import "./elements/live-filters";
import "./elements/log-view";
import "./elements/nav-sheet";
import "./elements/pick-list";
import "./elements/scene-timeline";
import "./elements/sound-wave";
import "./elements/sync-player";
import "./elements/theme-switch";
import "./elements/toast-stack";
