"""Column names that exports use, without case, spaces and marks; within a role, the likelier first."""

from __future__ import annotations

_NAMES = {
    "text": """
        reviewtext reviewbody reviewcontent reviewcomment reviewcomments text review reviews content contents comment
        comments body reviewdescription reviewtextfull fulltext message feedback opinion opinions description verbatim
        usercomment usercomments customerreview customerreviews customerfeedback commenttext commentbody
        commentcontent feedbacktext reviewsummarytext answer response pros tweet post sentence raw rawtext reviewstext
        reviewsbody reviewscontent reviewraw 评论内容 评价内容 点评内容 评论正文 评论文本 评价文本 正文 评论 评价 点评
        内容 文本 评语 留言 反馈 反馈内容 意见 用户评论 用户评价 买家评论 买家评价 顾客评价 客户评价 初评 初次评价
        评论详情 评价详情 評論內容 評價內容 評論 評價 內容 心得 句子
    """,
    "stars": """
        stars star starrating reviewstars reviewrating reviewstar overallrating rating ratings score reviewscore
        overall overallscore userrating userscore customerrating ratingscore ratingvalue ratevalue grade rate note
        points reviewsrating ratingoverall 评分 星级 打分 评星 星 星数 总评分 总评 总分 综合评分 分数 得分
        用户评分 评价星级 评论星级 评价分数 店铺评分 評分 星等 等级
    """,
    "date": """
        date reviewdate datereview dateofreview reviewedat reviewtime time timestamp datetime created createdat
        createdate createddate creationdate createtime creationtime submitted submittedat submissiontime
        submissiondate published publishedat publishdate publishtime posted postedat postdate postedon reviewdateutc
        unixreviewtime updatedat dateadded datecreated visitdate staydate reviewsdate at ts day month 日期 评论时间
        评价时间 评论日期 评价日期 点评时间 点评日期 发表时间 发布时间 发布日期 时间 创建时间 下单时间 购买时间
        入住时间 用餐时间 日期时间 評論時間 評價時間 時間
    """,
    "product": """
        productname producttitle product productid itemname itemtitle item itemid asin parentasin sku businessname
        business businessid hotelname hotel hotelid restaurantname restaurant restaurantid shopname shop shopid
        storename store storeid placename place placeid listingname listing listingid appname app appid gamename game
        gameid moviename movie movieid booktitle book bookid coursename course courseid brandname brand model
        modelname company companyname venue venuename property propertyname clothingid goodsid goodsname branch
        merchant entity drugname wine airline airlinename doctor location 商品名称 商品 商品名 商品标题 产品名称 产品
        产品名 店名 店铺名称 店铺 商家 商家名称 门店 门店名称 餐厅 餐厅名称 酒店 酒店名称 景点 品牌 型号 商品id
        商品编号 产品编号 店铺id 商家id 电影 书名 車款 商品型号
    """,
    "id": """
        reviewid id commentid reviewuuid uuid rid feedbackid recordid responseid ticketid rowid index no number key
        reviewsid uniqid uniqueid identifier unnamed0 # 评论id 评价id 点评id 编号 序号 评论编号 评价编号 订单号
    """,
    "title": """
        heading headline reviewheadline reviewsummary reviewtitle subject summary title 主题 标题 评价标题 评论标题
    """,
    "person": """
        address author authorid authorname buyer by customer customerid customername displayname email firstname
        fullname guest guestname handle ip lastname mail name nick nickname phone profile profilename reviewedby
        reviewer reviewerid reviewername screenname user userid username usernickname 买家 买家名称 买家昵称 会员
        会员名 作者 名字 地址 姓名 客户 客户名称 客户姓名 微信 微信号 手机 手机号 收货人 昵称 用户 用户id 用户名
        用户昵称 电话 评价人 评论人 评论者 邮箱 顾客
    """,
}
NAMES: dict[str, tuple[str, ...]] = {role: tuple(names.split()) for role, names in _NAMES.items()}
ROLE: dict[str, str] = {name: role for role in reversed(NAMES) for name in NAMES[role]}
