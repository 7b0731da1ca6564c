import { mount } from "svelte";
import App from "./App.svelte";
import "./look/fonts.css";
import "./look/tokens.css";
import "./look/page.css";
import { keepForOffline } from "./offline/register";
import { showFelt } from "./preferences.svelte";
import { router } from "./router.svelte";

const target = document.getElementById("app");
if (target === null) throw new Error("the page has no place for the game");
target.replaceChildren();
showFelt();
router.listen();
mount(App, { target });
keepForOffline();
