"""Japanese: forms are patterns over the text itself, for nothing parts its words."""

from __future__ import annotations

from typing import Final

from showbible.reading.languages.language import Language, asks, filling, worth
from showbible.reading.model import Cue, ValueKind, Worth

_K: Final = ValueKind
_X: Final = r"[^、。！？!?\s]"
_TRADE: Final = (
    r"[一-龥ァ-ヶー]{0,8}(?:士|師|員|家|屋|者|手|官|教師|医者|先生|学生|エンジニア|デザイナー|ナース|コック|シェフ)"
)
_NUMBER: Final = r"[0-9０-９一二三四五六七八九十百千]+"

JAPANESE: Final = Language(
    code="ja",
    spaced=False,
    function_words="です ます でした ました ません だ だった である いる ある する なる こと もの よう これ それ あれ ここ そこ 何 誰 "
    "どこ いつ どう なぜ とても",
    empty_words="今 今日 昨日 明日 最近 先月 先週 今年 去年 来週 来月 前 後 時 日 月 年 人 方 間 中 何 私 僕 俺 新 一番 好 事 物",
    user="私 僕 俺 わたし ぼく うち 自分 我々",
    negators="ません ない なかった ず",
    relations={
        "mother": "母 お母さん 母親",
        "father": "父 お父さん 父親",
        "parent": "両親",
        "sister": "妹 姉 お姉さん",
        "brother": "弟 兄 お兄さん",
        "son": "息子",
        "daughter": "娘",
        "child": "子供 子ども 赤ちゃん",
        "wife": "妻 奥さん 家内",
        "husband": "夫 旦那 主人",
        "partner": "彼女 彼氏 恋人 婚約者",
        "friend": "友達 友人 親友",
        "grandmother": "祖母 おばあちゃん",
        "grandfather": "祖父 おじいちゃん",
        "aunt": "叔母 伯母",
        "uncle": "叔父 伯父",
        "cousin": "いとこ 従兄弟",
        "boss": "上司 社長 店長 部長",
        "colleague": "同僚",
        "neighbour": "隣人",
        "teacher": "先生",
        "dog": "犬",
        "cat": "猫",
        "bird": "鳥",
        "fish": "金魚",
        "rabbit": "うさぎ",
    },
    cues={
        Cue.CORRECTION: (r"ごめん|すみません|間違え|間違い|訂正|じゃなくて|ではなく|言い間違|失礼|いや、|違った",),
        Cue.SECOND_LOOK: (r"実は|よく見たら|確認したら|本当は|思い出した|だそうです|と言われ",),
        Cue.ENDING: (
            r"やめ(?:た|まし|ちゃ)|辞め|もう.{0,12}(?:ません|ない)|別れ|売っ|終わ|キャンセル|中止|なくな|閉店|解散|離婚|亡くな|なくし|手放|卒業し",
        ),
        Cue.ADDITION: (r"も(?:弾|話|飼|習|好|や|い|始|行)|もう一|さらに|それに|加えて|二人目|二匹目|新しく.{0,8}も",),
        Cue.CHANGE: (
            r"今は|今では|最近|引っ越|変わ|変え|転職|になりました|になった|新し|現在|今度|から.{0,10}に(?:な|変)|今日から|来週から|始め",
        ),
        Cue.NEGATION: (r"ません|ない(?:です|。|$|の)|なかった|じゃない|ではない",),
        Cue.UNREAL: (r"もし|たら(?:いい|な)|ばいい|かもしれ|たいな|夢を見|としたら|だったら|でしょうか|かなあ?$",),
        Cue.QUOTED: (r"(?:小説|物語|映画|ゲーム|漫画|ドラマ|話)の(?:中|主人公)|主人公は|「[^」]{10,}」と",),
        Cue.JOKE: (r"冗談|うそうそ|嘘です|なんちゃって",),
        Cue.DENIAL: (r"(?:と|とは|なんて)?言って(?:い)?ない|言っていません|言った覚えは",),
        Cue.PAST: (r"昔|以前|前は|子供の頃|去年|先月|昨日|かつて|昔は",),
        Cue.HABIT: (r"いつも|毎(?:日|週|月|年|朝|晩)|普段|よく|たいてい",),
    },
    slots=filling(
        {
            "home": (
                rf"(?P<value>{_X}{{1,12}}?)に(?:住ん|住み|暮らし|引っ越)",
                rf"(?P<value>{_X}{{1,12}}?)(?:へ|に)(?:引っ越|移り|越し)",
            ),
            "job": (
                rf"(?P<value>{_X}{{1,12}}?)として働",
                rf"(?:仕事|職業)は(?P<value>{_X}{{1,14}}?)(?:です|だ|、|。|$)",
                rf"(?P<value>{_TRADE})(?:です|をし|になり|になっ|だ。)",
            ),
            "employer": (rf"(?P<value>{_X}{{1,12}}?)で働",),
            "age": (rf"(?P<value>{_NUMBER})歳",),
            "status": (r"(?P<value>独身|結婚|離婚|婚約)",),
            "name": (
                rf"^(?:私|僕|俺|わたし)?(?:の名前)?は?(?P<value>{_X}{{1,10}}?)(?:といいます|と申します|と呼んで)",
                rf"^(?:私の)?名前は(?P<value>{_X}{{1,10}}?)(?:です|、|。|$)",
            ),
            "birthday": (rf"誕生日は(?P<value>{_X}+?)(?:です|。|$)",),
            "{about}": (
                rf"(?:^|、|。)(?P<about>{_X}{{1,10}}?の{_X}{{1,8}}?)は(?P<value>{_X}{{1,20}}?)(?:です|だ|になり|、|。|$)",
            ),
        }
    ),
    asked=(
        asks(r"何歳|いくつですか|年齢", _K.AGE, _K.NUMBER, slot="age"),
        asks(r"何時", _K.CLOCK, _K.DAY),
        asks(r"何回|どのくらいの頻度", _K.FREQUENCY, _K.NUMBER),
        asks(r"いくら|値段|家賃", _K.MONEY, _K.NUMBER),
        asks(r"何(?P<noun>人|匹|本|個|枚|台|冊|軒|頭|羽|階|キロ)", _K.NUMBER, _K.MEASURE),
        asks(r"何曜日|いつ|何日", _K.DAY, _K.CLOCK),
        asks(r"どこに(?:住|暮)", _K.PLACE, _K.NAME, slot="home"),
        asks(r"どこで働", _K.PLACE, _K.NAME, slot="employer"),
        asks(r"どこ", _K.PLACE, _K.NAME),
        asks(r"(?:仕事|職業)(?:は何|を)", slot="job"),
        asks(r"名前は(?:何|なん)|誰|なんという", _K.PERSON, _K.NAME),
    ),
    worth=(
        worth(Worth.FACT, 0.9, r"名前は|と申します|アレルギー"),
        worth(Worth.PREFERENCE, 0.6, r"好き|嫌い|苦手|一番"),
        worth(
            Worth.RELATIONSHIP,
            0.6,
            r"(?:妹|姉|兄|弟|母|父|妻|夫|友達|彼女|彼氏|息子|娘|上司|恋人)(?:は|の|が|と)|結婚|独身|離婚|別れ",
        ),
        worth(Worth.FACT, 0.7, r"住んで|働い|引っ越|仕事|勤め|飼って|歳|弾[きい]|話せ|通って|勉強し"),
        worth(Worth.GOAL, 0.6, r"たいです|つもり|予定"),
        worth(Worth.EVENT, 0.5, r"(?:ました|た)(?:。|$|！)"),
    ),
    weekdays="月曜 火曜 水曜 木曜 金曜 土曜 日曜",
    months="1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月",
    back_then=("前は", "以前", "昔"),
    whole_list=("全部", "何の.+(?:弾|話|飼)", "誰と誰"),
    clocks=(
        rf"(?P<half_day>午前|午後|朝|夜|夕方|昼)?の?(?P<hour>{_NUMBER})時(?:(?P<half>半)|(?P<minute>{_NUMBER})分)?(?!間)",
        r"(?P<word>正午|真夜中)",
    ),
    dates=(
        rf"(?:(?P<year>\d{{4}})年)?(?P<month>{_NUMBER})月(?P<day>{_NUMBER})日",
        rf"(?P<month>{_NUMBER})月(?!曜)",
        r"(?P<year>\d{4})年",
        rf"(?<![月\d])(?P<day>{_NUMBER})日(?!間|曜)",
    ),
    frequencies=(
        rf"(?P<unit>週|月|年|日)に?(?P<count>{_NUMBER})(?:回|日|度)",
        r"(?P<unit>毎日|毎週|毎月|毎年|毎朝|毎晩)",
    ),
    afternoon="午後 夜 夕方 昼",
)
