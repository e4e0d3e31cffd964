"""English column names of review tables, in lower case without spaces and marks, and words for an empty cell."""

from __future__ import annotations

_NAMES = {
    "text": """
        reviewtext reviewbody reviewcontent reviewcomment reviewcomments text review reviews content contents comment
        comments body reviewdescription reviewtextfull fulltext message feedback opinion opinions description
        verbatim usercomment usercomments customerreview customerreviews customerfeedback commenttext commentbody
        commentcontent feedbacktext reviewsummarytext answer response pros tweet post sentence raw rawtext
        reviewstext reviewsbody reviewscontent reviewraw
    """,
    "stars": """
        stars star starrating reviewstars reviewrating reviewstar overallrating rating ratings score reviewscore
        overall overallscore userrating userscore customerrating ratingscore ratingvalue ratevalue grade rate note
        points reviewsrating ratingoverall
    """,
    "date": """
        date reviewdate datereview dateofreview reviewedat reviewtime time timestamp datetime created createdat
        createdate createddate creationdate createtime creationtime submitted submittedat submissiontime
        submissiondate published publishedat publishdate publishtime posted postedat postdate postedon reviewdateutc
        unixreviewtime updatedat dateadded datecreated visitdate staydate reviewsdate at ts day month
    """,
    "product": """
        productname producttitle product productid itemname itemtitle item itemid asin parentasin sku businessname
        business businessid hotelname hotel hotelid restaurantname restaurant restaurantid shopname shop shopid
        storename store storeid placename place placeid listingname listing listingid appname app appid gamename game
        gameid moviename movie movieid booktitle book bookid coursename course courseid brandname brand model
        modelname company companyname venue venuename property propertyname clothingid goodsid goodsname branch
        merchant entity drugname wine airline airlinename doctor location
    """,
    "id": """
        reviewid id commentid reviewuuid uuid rid feedbackid recordid responseid ticketid rowid index no number key
        reviewsid uniqid uniqueid identifier unnamed0 #
    """,
    "title": """
        heading headline reviewheadline reviewsummary reviewtitle subject summary title
    """,
    "person": """
        address author authorid authorname buyer by customer customerid customername displayname email firstname
        fullname guest guestname handle ip lastname mail name nick nickname phone profile profilename reviewedby
        reviewer reviewerid reviewername screenname user userid username usernickname
    """,
}
COLUMN_NAMES = {role: tuple(names.split()) for role, names in _NAMES.items()}
COLUMN_HINTS = {
    "text": "review|comment|feedback|opinion|verbatim|describe",
    "stars": r"rating|stars?\b|score|satisf",
    "date": "date|(?<![a-z])time|created",
    "product": "product.?name|hotel.?name",
    "id": "review.?id|comment.?id",
}
MISSING = frozenset((
    "n/a", "n.a.", "#n/a", "na", "nan", "nil", "none", "null", "unknown", "unrated", "not rated", "no rating",
    "missing",
))  # fmt: skip
